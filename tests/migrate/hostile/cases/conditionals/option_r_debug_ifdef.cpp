// wall: 1
// what: what only an option brings, and nobody knows what it is
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnRb ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
#ifdef DEBUG_SCATTER
  printf ( "dim %d\n", input.dim );
  dump ( input );
#endif
  sg_api_two_t api = { input.addr, output.addr, 0, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_rb", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_rb_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
