// wall: 3
// what: a lambda that captures an array of numbers by reference
// expect: convert
#include "sgdnn_api.h"
#include <algorithm>
tpu_status_t sgdnnC1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  float host[4] = { 3, 1, 2, 0 };
  int order[4] = { 0, 1, 2, 3 };
  std::sort ( order, order + 4, [&host] ( int a, int b ) { return host[a] > host[b]; } );
  sg_api_two_t api = { input.addr, output.addr, order[0], sgdnnTPUKernelDType ( input.dtype ) };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_c1_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
