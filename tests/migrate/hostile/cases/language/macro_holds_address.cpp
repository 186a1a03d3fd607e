// wall: 3
// what: a macro stands for an address
// expect: either
#include "sgdnn_api.h"

#define WHERE(t) ( ( t ).addr )
tpu_status_t sgdnnMacroHoldsAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.other_global_addr = WHERE ( bias );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_holds_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
