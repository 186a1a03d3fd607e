// wall: 1
// what: a conditional around an else branch
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalAroundElse ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  if ( mode > 2 )
  {
    api.dim = 1;
  }
#if defined BACKEND_SG2260
  else
  {
    api.dim = 2;
  }
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_else", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
