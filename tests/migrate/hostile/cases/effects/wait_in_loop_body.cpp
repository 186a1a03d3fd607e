// wall: 4
// what: a launch that waits is the body of a loop without braces
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitLoopBody ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  for ( int i = 0; i < mode && i < 4; ++i )
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_loop", &api, sizeof ( api ), false ) );
  probe ( 1 );
  return SG_SUCCESS;
}
