// wall: 1
// what: an if without braces governs what the conditional leaves
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalGoverned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = 0;
  if ( mode > 2 )
#if defined BACKEND_SG2260
    api.dim = 4;
#else
    api.dim = 5, api.dtype = 6;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_governed", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
