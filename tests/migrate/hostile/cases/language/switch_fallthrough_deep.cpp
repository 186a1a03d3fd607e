// wall: 4
// what: a switch inside a loop with continue
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnSwitchFallthroughDeep ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  for ( int i = 0; i < 3; ++i )
    switch ( mode )
    {
      case 1: continue;
      case 2: probe ( i );
      default: api.shape[i] = i; break;
    }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_switch_fallthrough_deep", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
