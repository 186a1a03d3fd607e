// wall: 1
// what: a branch declares a name that outside means something else
// expect: either
#include "sgdnn_api.h"

static const int lanes = 7;
tpu_status_t sgdnnConditionalShadows ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
  int lanes = 32;
  api.dtype = lanes;
#endif
  api.dim = lanes;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_shadow", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
