// wall: 3
// what: a lambda that is called at once computes a number of a shape
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnIife ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  const int total = [&] { int n = 1; for ( int i = 0; i < x.dim; ++i ) n *= x.shape[i]; return n; }();
  sg_api_two_t api = { x.addr, y.addr, total, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_iife", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_iife_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
