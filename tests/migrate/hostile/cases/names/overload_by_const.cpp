// wall: 2
// what: overload by const
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
static int up ( const int * p ) { return *p; }
static int up ( int * p ) { return *p * 2; }

tpu_status_t sgdnnOverloadByConst ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const int c = 4;
  api.mode = up ( &mode ) + up ( &c );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
