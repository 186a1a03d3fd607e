// wall: 2
// what: a static function of a class gives its static variable away
// expect: either
#include "sgdnn_api.h"
struct Cfg { static int & cores() { static int c = -1; return c; } };
tpu_status_t sgdnnSm ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
#ifdef BACKEND_SG2260
  const int n = 8;
#else
  const int n = 1;
#endif
  if ( Cfg::cores() < 0 ) Cfg::cores() = n;
  sg_api_two_t api = { x.addr, y.addr, Cfg::cores(), 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_sm", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_sm_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
