// wall: 1
// what: an if without braces governs a branch that one chip does not have
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalGovernedEmpty ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = 0;
  if ( mode > 2 )
#if defined BACKEND_SG2260
    api.dim = 4;
#endif
  api.dtype = 6;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_governed", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
