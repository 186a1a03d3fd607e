// wall: 2
// what: a type that is aligned otherwise
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
struct alignas ( 32 ) Odd { char a; int b; long long c; };
tpu_status_t sgdnnAttributeAlignas ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Odd o;
  o.a = 1; o.b = mode;
  api.mode = sizeof ( Odd ) + o.b;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
