// wall: 3
// what: a lambda that captures an array of numbers by reference
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnC1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  int w[3] = { 1, 2, 3 };
  auto at = [&w] ( int i ) { return w[i]; };
  sg_api_two_t api = { input.addr, output.addr, at ( 1 ), 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_c1_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
