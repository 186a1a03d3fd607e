// wall: 1
// what: push_macro by the operator _Pragma inside the body
// expect: either
#include "sgdnn_api.h"

#define STEP 3
tpu_status_t sgdnnMacroPushedByOperator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  _Pragma("push_macro(\"STEP\")")
#undef STEP
#define STEP 8
  api.dim = STEP;
  _Pragma("pop_macro(\"STEP\")")
  api.dtype = STEP;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pushed", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_pushed_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
