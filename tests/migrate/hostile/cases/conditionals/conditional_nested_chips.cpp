// wall: 1
// what: a conditional on one chip's macro inside a branch for all but the other
// expect: either
// chips: 3
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalNestedChips ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#ifndef BACKEND_1684X
#ifdef BACKEND_SG2260
  api.dim = 2;
#else
  api.dim = 3;
#endif
#else
  api.dim = 1;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_nested", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
