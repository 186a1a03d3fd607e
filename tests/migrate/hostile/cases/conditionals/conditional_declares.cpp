// wall: 1
// what: a branch declares what is used behind the conditional
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalDeclares ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
  int lanes = 32;
#else
  int lanes = 64;
#endif
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = lanes;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_declared", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
