// wall: 2
// what: overload in namespace
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
static int up ( int x ) { return x + 1; }
namespace n { static int up ( int x ) { return x + 9; } }

tpu_status_t sgdnnOverloadInNamespace ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = up ( mode ) + n::up ( 3 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
