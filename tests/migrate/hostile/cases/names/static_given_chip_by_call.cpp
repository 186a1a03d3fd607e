// wall: 2
// what: a static of a helper is given what a call says, which depends on the chip
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_SG2260
#define CORES 8
#else
#define CORES 1
#endif
static int cached ( int v ) { static int c = v; return c; }
tpu_status_t sgdnnCa ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, cached ( CORES ), 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ca", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_ca_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
