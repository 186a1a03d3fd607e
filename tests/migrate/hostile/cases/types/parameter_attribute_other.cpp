// wall: 3
// what: a parameter has another attribute
// expect: either
#include "sgdnn_api.h"
static int twice ( [[deprecated]] tpu_resource_t resource, [[maybe_unused]] int a, int b __attribute__ ( ( unused ) ) ) { return 2 * a; }
tpu_status_t sgdnnMw ( [[deprecated]] tpu_resource_t resource, SgdnnTensor_t x, [[maybe_unused]] SgdnnTensor_t w, SgdnnTensor_t y, bool non_blocking __attribute__((unused)) )
{
  sg_api_two_t api = { x.addr, y.addr, twice ( resource, 3, 4 ), 0 };
  [[maybe_unused]] int z = 5;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_mu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_mu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
