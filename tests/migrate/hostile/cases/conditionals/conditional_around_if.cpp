// wall: 1
// what: a conditional before a statement that an if governs
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalAroundIf ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_SG2260
  if ( mode > 2 )
#endif
    api.dim = 4;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_if", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
