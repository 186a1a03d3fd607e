// wall: 2
// what: a lambda calls a helper of numbers
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
static int twice ( int x ) { return 2 * x; }
tpu_status_t sgdnnLambdaCallsHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto f = [] ( int c ) { return twice ( c ) + 1; };
  api.mode = f ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
