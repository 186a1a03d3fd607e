// wall: 2
// what: a constant of the legacy header has another value than its unified namesake
// expect: either
//- src/limits.h
enum { SGDNN_MAX_DIMS = 6 };
//- src/case.cpp
#include "sgdnn_api.h"
#include "limits.h"

tpu_status_t sgdnnConstantOfUnifiedName ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = SGDNN_MAX_DIMS;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_limits", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_limits_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
