// wall: 3
// what: a switch over a status
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnSwitchStatus ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  switch ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_switch_status_first", &api, sizeof ( api ), non_blocking ) )
  {
    case SG_SUCCESS: api.dim = 1; break;
    default: return SG_FAILURE;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_switch_status", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
