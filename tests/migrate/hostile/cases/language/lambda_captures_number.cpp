// wall: 2
// what: a lambda sees a number that changes later
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaCapturesNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int n = mode + 1;
  auto up = [&] ( int a ) { return a * n; };
  n = 5;
  api.mode = up ( 3 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
