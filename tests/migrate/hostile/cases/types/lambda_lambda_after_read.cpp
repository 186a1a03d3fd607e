// wall: 3
// what: a lambda that captures an array of numbers by reference
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnC2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  float host[4] = { 0 };
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, host, sgdnnMemFromDevice ( input.addr, 16 ), 16 ) );
  auto less = [&host] ( int a, int b ) { return host[a] < host[b]; };
  sg_api_two_t api = { input.addr, output.addr, less ( 0, 1 ), sgdnnTPUKernelDType ( input.dtype ) };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c2", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_c2_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
