// wall: 3
// what: the handle, the flag and a helper's parameters have the attribute
// expect: convert
#include "sgdnn_api.h"
static int twice ( [[maybe_unused]] tpu_resource_t resource, [[maybe_unused]] int a, int b __attribute__ ( ( unused ) ) ) { return 2 * a; }
tpu_status_t sgdnnMv ( [[maybe_unused]] tpu_resource_t resource, SgdnnTensor_t x, [[maybe_unused]] SgdnnTensor_t w, SgdnnTensor_t y, [[maybe_unused]] bool non_blocking )
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
