// wall: 4
// what: two kernels
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnLaunchTwoKernels ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_first", &api, sizeof ( api ), non_blocking ) );
  api.dim = 4;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_second", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
