// wall: 2
// what: a lambda compares for an algorithm
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#include <algorithm>
#include <vector>

tpu_status_t sgdnnLambdaSorts ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::vector < int > v { 3, 1, mode };
  std::sort ( v.begin (), v.end (), [] ( int a, int b ) { return a > b; } );
  api.mode = v[0];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
