// wall: 4
// what: a launch that waits behind a case label
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitBehindCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  switch ( mode )
  {
    case 1: SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_case", &api, sizeof ( api ), false ) );
    case 2: probe ( 2 ); break;
    default: SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_default", &api, sizeof ( api ), false ) );
  }
  probe ( 1 );
  return SG_SUCCESS;
}
