// wall: 2
// what: overload in generic lambda
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
static int up ( int x ) { return x + 1; }
static int up ( float x ) { return (int) x + 20; }

tpu_status_t sgdnnOverloadInGenericLambda ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto f = [] ( auto x ) { return up ( x ); };
  api.mode = f ( mode ) + f ( 2.f );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
