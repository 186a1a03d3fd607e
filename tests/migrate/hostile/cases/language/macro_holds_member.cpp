// wall: 3
// what: a macro stands for the member's name
// expect: either
#include "sgdnn_api.h"

#define ADDRESS addr
tpu_status_t sgdnnMacroHoldsMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.other_global_addr = bias.ADDRESS;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_holds_member", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
