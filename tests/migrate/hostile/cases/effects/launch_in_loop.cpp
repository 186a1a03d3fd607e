// wall: 4
// what: a launch in a loop
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLaunchInLoop ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  for ( int i = 0; i < 3; ++i )
  {
    api.dim = i;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_loop", &api, sizeof ( api ), non_blocking ) );
  }
  return SG_SUCCESS;
}
