// wall: 3
// what: a helper that launches asks the address that it is given, one of a tensor with an offset, or none
// expect: convert
#include "sgdnn_api.h"
static tpu_status_t fill ( tpu_resource_t resource, unsigned long long addr, int v, bool non_blocking )
{
  if ( addr == 0 ) return SG_SUCCESS;
  sg_api_two_t api = { addr, addr + 16, v, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fillu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_fillu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnZg ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  SAFE_CALL ( fill ( resource, y.addr, 0, non_blocking ) );
  SAFE_CALL ( fill ( resource, x.addr + 32, 1, non_blocking ) );
  SAFE_CALL ( fill ( resource, 0, 1, non_blocking ) );
  return SG_SUCCESS;
}
