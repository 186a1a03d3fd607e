// wall: 3
// what: a reference to one of two tensors
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnReferenceToTensorRebinding ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t & chosen = mode > 2 ? input : output;
  chosen.addr = bias.addr;
  api.other_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_reference_to_tensor_rebinding", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
