// wall: 4
// what: a number that a lambda computes goes into a kernel's arguments
// expect: convert
#include <algorithm>
#include <numeric>
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaTo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = std::accumulate ( input.shape, input.shape + input.dim, 1, [] ( int x, int y ) { return x * y; } );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_lambda", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_lambda_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
