// wall: 2
// what: a lambda that computes with its parameters
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaOfNumbers ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const auto up = [] ( int a, int b ) -> int { return ( a + b - 1 ) / b * b; };
  api.mode = up ( input.shape[0], 4 ) + up ( mode, 2 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
