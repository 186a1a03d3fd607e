// wall: 3
// what: a lambda in a function that returns an integer gives a data type
// expect: convert
#include "sgdnn_api.h"

static int pick ( const SgdnnTensor_t & a )
{
  auto f = [&] ( int n ) { if ( n ) { return a.dtype; } return SGDNN_DTYPE_FP16; };
  return f ( a.dim ) == SGDNN_DTYPE_FP32 ? 5 : 6;
}

tpu_status_t sgdnnILambdaDeep ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = pick ( input );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_i_lambda_deep", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_i_lambda_deep_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
