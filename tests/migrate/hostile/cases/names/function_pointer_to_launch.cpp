// wall: 2
// what: the launch function is called through a pointer
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnPointerToLaunch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  auto launch = &sgdnnTPUKernelLaunch;
  SAFE_CALL ( launch ( resource, "tpu_kernel_api_pointer", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
