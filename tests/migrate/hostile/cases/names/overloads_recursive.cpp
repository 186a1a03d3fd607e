// wall: 2
// what: overloads recursive
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
static int up ( float x );
static int up ( int x ) { return x < 1 ? 1 : up ( (float) x ); }
static int up ( float x ) { return x > 5 ? 5 : up ( (int) x - 1 ) + 1; }

tpu_status_t sgdnnOverloadsRecursive ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
