// wall: 4
// what: a branch breaks out of a loop
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBreakInBranch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = 0;
  for ( int i = 0; i < 5; ++i )
  {
#if defined BACKEND_SG2260
    if ( i == 2 ) break;
#else
    if ( i == 3 ) continue;
#endif
    ++api.dim;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_break", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
