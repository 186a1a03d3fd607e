// wall: 2
// what: the chips' helpers take types of one and two words, without names
// expect: either
#include "sgdnn_api.h"
static const int n = 5;
#ifdef BACKEND_1684X
static int f ( long ) { return 3; }
#else
static int f ( long double /* k */ ) { return 2; }
#endif
tpu_status_t sgdnnPl ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = f ( 2.6 );
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
