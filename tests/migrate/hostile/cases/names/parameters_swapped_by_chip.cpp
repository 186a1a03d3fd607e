// wall: 2
// what: the chips' helpers call two parameters the other way round
// expect: either
#include "sgdnn_api.h"
static const int n = 5;
#ifdef BACKEND_1684X
static int f ( int a, int b ) { return a - b; }
#else
static int f ( int b, int a ) { return a - 2 * b; }
#endif
tpu_status_t sgdnnPd ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = f ( 4, 7 );
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_gelu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_gelu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
