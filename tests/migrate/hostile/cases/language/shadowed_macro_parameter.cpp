// wall: 2
// what: a macro parameter is called like a tensor
// expect: either
#include "sgdnn_api.h"

#define PICK(input) ( input.addr )
tpu_status_t sgdnnShadowedMacroParameter ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.other_global_addr = PICK ( bias );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_shadowed_macro_parameter", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
