// wall: 3
// what: a print is given what a helper computes of a tensor's shape
// expect: convert
#include "sgdnn_api.h"
static int numel ( const SgdnnTensor_t * t ) { int n = 1; for ( int i = 0; i < t->dim; ++i ) n *= t->shape[i]; return n; }
tpu_status_t sgdnnPure ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  printf ( "numel %d\n", numel ( &x ) );
  sg_api_two_t api = { x.addr, y.addr, numel ( &x ), 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pure", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_pure_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
