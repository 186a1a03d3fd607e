// wall: 2
// what: an operator that calls itself
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnRecursion ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( mode > 1 && mode < 9 )
  {
    SAFE_CALL ( sgdnnRecursion ( resource, output, mode - 2, non_blocking ) );
  }
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_recursion", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_recursion_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
