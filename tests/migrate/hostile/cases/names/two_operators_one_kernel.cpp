// wall: 2
// what: two operators launch one kernel with different structs
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOneKernelFirst ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_shared", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnOneKernelSecond ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = mode;
  api.dtype = 1;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_shared", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
