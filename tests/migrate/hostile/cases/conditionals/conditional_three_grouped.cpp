// wall: 1
// what: two conditionals group three chips differently
// expect: either
// chips: 3
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalThreeGrouped ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X || defined BACKEND_SG2260
  api.dim = 1;
#else
  api.dim = 2;
#endif
#if !defined BACKEND_SG2260
  api.dtype = 1;
#else
  api.dtype = 2;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_grouped", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
