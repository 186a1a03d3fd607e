// wall: 4
// what: a lambda has a copy of a number whose name is another one's where it is called
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaCopiesShadowed ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  float f = mode * 0.5f;
  auto run = [=, &api] ( int k ) { api.value = f * k; SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) ); };
  f = 3;
  run ( 2 );
  { float f = 7; run ( ( int ) f ); }
  return SG_SUCCESS;
}
