// wall: 3
// what: the status of a call as a truth value
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusLogicalCall ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( !sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_logical_call_a", &api, sizeof ( api ), non_blocking ) && mode > 1 ) api.dim = 4;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_logical_call", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
