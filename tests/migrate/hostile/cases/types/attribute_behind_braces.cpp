// wall: 2
// what: a packed type with its attribute behind the braces
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
typedef struct { char a; int b; long long c; } __attribute__ (( packed )) Odd;
tpu_status_t sgdnnAttributeBehindBraces ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
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
