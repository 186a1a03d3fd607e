// wall: 2
// what: the tensor type by a macro
// expect: either
#include "sgdnn_api.h"

#define TENSOR SgdnnTensor_t
tpu_status_t sgdnnTensorAliasMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  TENSOR copy = input;
  api.other_global_addr = copy.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_tensor_alias_macro", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
