// wall: 3
// what: a helper makes a tensor of the address that it is given, and calls itself
// expect: either
#include "sgdnn_api.h"
static tpu_status_t fill ( tpu_resource_t resource, unsigned long long addr, int depth, bool non_blocking )
{
  SgdnnTensor_t t;
  t.addr = addr;
  sg_api_two_t api = { t.addr, addr, 0, 0 };
  if ( depth > 0 ) return fill ( resource, t.addr, depth - 1, non_blocking );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fillu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_fillu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnZj ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  SAFE_CALL ( fill ( resource, y.addr, 2, non_blocking ) );
  return SG_SUCCESS;
}
