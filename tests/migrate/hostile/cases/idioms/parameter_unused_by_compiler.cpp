// wall: 3
// what: a parameter with a compiler's attribute that it may stay unused
// expect: convert
#include "sgdnn_api.h"
#define UNUSED __attribute__ (( unused ))
tpu_status_t sgdnnAtu ( tpu_resource_t resource, SgdnnTensor_t x, int mode UNUSED, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, 0, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_atu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_atu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
