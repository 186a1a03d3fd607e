// wall: 3
// what: a parameter with the attribute that it may stay unused
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnMu ( tpu_resource_t resource, SgdnnTensor_t x, [[maybe_unused]] SgdnnTensor_t w, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, 0, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_mu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_mu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
