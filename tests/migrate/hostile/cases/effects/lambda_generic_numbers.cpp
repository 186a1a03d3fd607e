// wall: 4
// what: generic lambdas that compute with numbers
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaGenericNumbers ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  auto up = [] ( auto a, auto b ) { return ( a + b - 1 ) / b; };
  auto sq = [] ( const auto & a ) { return a * a; };
  api.shape[0] = up ( input.shape[0], 4 );
  api.shape[1] = sq ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
