// wall: 2
// what: parameters without names
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnUnnamed ( tpu_resource_t resource, SgdnnTensor_t, SgdnnTensor_t output, int, bool non_blocking )
{
  int mode = 4;
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_unnamed", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_unnamed_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
