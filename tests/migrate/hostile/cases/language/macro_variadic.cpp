// wall: 2
// what: a variadic macro
// expect: either
#include "sgdnn_api.h"

#define SET(to, ...) to = sum2 ( __VA_ARGS__ )
static int sum2 ( int a, int b ) { return a + b; }
tpu_status_t sgdnnMacroVariadic ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SET ( api.dim, mode, 2 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_variadic", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
