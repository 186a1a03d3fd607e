// wall: 3
// what: dead code in a helper calls what no rule knows
// expect: convert
#include "sgdnn_api.h"
static int tiles ( int n )
{
#if 0
  return sgdnnOldTiles ( n );
#else
  return ( n + 3 ) / 4;
#endif
}
tpu_status_t sgdnnTi ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, tiles ( x.dim ), 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ti", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_ti_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
