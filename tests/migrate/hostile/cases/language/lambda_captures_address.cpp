// wall: 2
// what: a lambda adds to an address that it captures
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaCapturesAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  unsigned long long a = input.addr;
  auto same = [a] ( int k ) { return a + k; };
  api.output_global_addr = same ( 4 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
