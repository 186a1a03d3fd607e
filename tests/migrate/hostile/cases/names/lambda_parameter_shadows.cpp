// wall: 2
// what: a lambda's parameter is called like the operator's tensor
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaParameterShadows ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  auto address = [] ( const sg_api_two_t & input ) { return input.input_global_addr; };
  sg_api_two_t two;
  two.input_global_addr = 7;
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = ( int ) address ( two );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_lambda", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_lambda_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
