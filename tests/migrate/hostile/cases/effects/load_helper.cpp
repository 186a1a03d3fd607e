// wall: 4
// what: a variable that a helper computes and no function uses
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
static int square ( int x ) { int y = x; y *= x; return y; }
static int n = square ( 4 );
tpu_status_t sgdnnLoadHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
