// wall: 4
// what: a branch is a break
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBreakItself ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = 0;
  while ( true )
  {
    ++api.dim;
#if defined BACKEND_SG2260
    break;
#else
    if ( api.dim > 2 ) break;
#endif
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_break", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
