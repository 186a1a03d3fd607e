// wall: 2
// what: a lambda computes a constant where it stands
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnLambdaCalledInPlace ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const int n = [&] { int s = 0; for ( int i = 0; i < 3; ++i ) s += i * mode; return s; } ();
  api.mode = n;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
