// wall: 4
// what: the kernel's name is chosen at run time
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLaunchNameChosen ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  const char * name = mode > 2 ? "tpu_kernel_api_a" : "tpu_kernel_api_b";
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
