// wall: 4
// what: one kernel is launched twice, with different structs
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLaunchTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_same", &api, sizeof ( api ), non_blocking ) );
  sg_api_two_t other;
  other.input_global_addr = input.addr;
  other.output_global_addr = output.addr;
  other.transposed = other.dtype = 0;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_same", &other, sizeof ( other ), non_blocking ) );
  return SG_SUCCESS;
}
