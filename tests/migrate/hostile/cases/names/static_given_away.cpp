// wall: 2
// what: a helper gives its static variable away by reference
// expect: either
#include "sgdnn_api.h"
static int & slot () { static int c = 0; return c; }
tpu_status_t sgdnnSl ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
#ifdef BACKEND_SG2260
  if ( slot() == 0 ) slot() = 8;
#else
  if ( slot() == 0 ) slot() = 1;
#endif
  sg_api_two_t api = { x.addr, y.addr, slot(), 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_sl", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_sl_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
