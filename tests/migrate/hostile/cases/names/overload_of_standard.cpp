// wall: 2
// what: overload of standard
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#include <algorithm>
using namespace std;
static int max ( int a, float b ) { return a + (int) b; }
static int max ( float a, int b ) { return b * 3; }

tpu_status_t sgdnnOverloadOfStandard ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = max ( mode, 2.f ) + max ( 2.f, 3 ) + max ( 4, 5 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
