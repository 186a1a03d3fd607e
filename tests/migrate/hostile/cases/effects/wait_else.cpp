// wall: 4
// what: a launch that waits behind an else without braces
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitElse ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  if ( mode > 2 )
    probe ( 2 );
  else
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_else", &api, sizeof ( api ), false ) );
  probe ( 1 );
  return SG_SUCCESS;
}
