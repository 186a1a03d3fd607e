// wall: 3
// what: an operator takes an address as a number, and another one calls it
// expect: either
#include "sgdnn_api.h"
tpu_status_t sgdnnFillAt ( tpu_resource_t resource, unsigned long long addr, int v, bool non_blocking )
{
  sg_api_two_t api = { addr, addr, v, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fillu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_fillu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnZk ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  SAFE_CALL ( sgdnnFillAt ( resource, y.addr, 2, non_blocking ) );
  return SG_SUCCESS;
}
