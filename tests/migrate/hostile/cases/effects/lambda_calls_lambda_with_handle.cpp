// wall: 4
// what: a lambda with the handle calls another one with it, and returns what a launch answers
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaCallsLambdaWithHandle ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  auto one = [&] { return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ); };
  auto two = [&] { SAFE_CALL ( one ( ) ); probe ( 1 ); return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ); };
  SAFE_CALL ( two ( ) );
  return one ( );
}
