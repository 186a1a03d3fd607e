// wall: 2
// what: a macro with __VA_OPT__
// expect: either
// flags: -std=c++20
#include "sgdnn_api.h"

#define FIRST(x, ...) ( x __VA_OPT__ ( + ) __VA_ARGS__ )
tpu_status_t sgdnnMacroVaOpt ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = FIRST ( mode, 2 );
  api.mode = FIRST ( 3 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_va_opt", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
