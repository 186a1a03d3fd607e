// wall: 2
// what: an enumerator of the legacy header becomes a status of the unified one with another number
// expect: either
//- src/limits.h
enum { SGDNN_STATUS_FAILED = 7 };
//- src/case.cpp
#include "sgdnn_api.h"
#include "limits.h"

tpu_status_t sgdnnStatusOfUnifiedName ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = SGDNN_STATUS_FAILED;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_status_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
