// wall: 2
// what: overload in macro
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
static int up ( int x ) { return x + 1; }
static int up ( float x ) { return (int) x + 20; }
#define UP(x) up ( x )

tpu_status_t sgdnnOverloadInMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = UP ( mode ) + UP ( 2.f );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
