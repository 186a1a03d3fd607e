// wall: 3
// what: dead code hands an address to what no rule knows
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnH2 ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, 0, 0 };
#if 0
  api.transposed = old_helper ( x );
  dump ( x.addr );
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_h2", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_h2_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
