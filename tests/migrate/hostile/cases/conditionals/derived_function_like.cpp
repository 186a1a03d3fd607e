// wall: 1
// what: a macro with parameters in a directive
// expect: either
#include "sgdnn_api.h"

#if defined BACKEND_SG2260
#define HAS_FAST 1
#else
#define HAS_FAST 0
#endif
#define HAS(x) HAS_##x

tpu_status_t sgdnnDerivedFunctionLike ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if HAS(FAST)
  api.mode = 20;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_derived", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
