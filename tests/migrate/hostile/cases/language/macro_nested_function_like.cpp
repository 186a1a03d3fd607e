// wall: 2
// what: a function-like macro as the argument of another
// expect: either
#include "sgdnn_api.h"

#define TWICE(x) ( 2 * ( x ) )
#define APPLY(f, x) f ( x )
tpu_status_t sgdnnMacroNestedFunctionLike ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = APPLY ( TWICE, mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_nested_function_like", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
