// wall: 4
// what: launches in cases that fall through
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLaunchFallthrough ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  switch ( mode )
  {
    case 1:
      SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ), non_blocking ) );
      [[fallthrough]];
    case 2:
      SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_two", &api, sizeof ( api ), non_blocking ) );
      break;
    case 3: case 4: default:
      SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_rest", &api, sizeof ( api ), non_blocking ) );
  }
  return SG_SUCCESS;
}
