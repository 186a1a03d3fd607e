// wall: 3
// what: dead code gives the handle another value and calls what no rule knows
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnIfZero ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
#if 0
  sgdnnOldThing ( resource, x );
  api.foo = bar;
#endif
  sg_api_two_t api = { x.addr, y.addr };
#if 1
  api.transposed = 4;
#else
  api.transposed = 5;
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_if_zero", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_if_zero_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
