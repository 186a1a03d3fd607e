// wall: 4
// what: a flag that is a macro
// expect: convert
#include "sgdnn_api.h"
#define WAIT false
tpu_status_t sgdnnWaitByMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_wait_by_macro", &api, sizeof ( api ), WAIT ) );
  return SG_SUCCESS;
}
