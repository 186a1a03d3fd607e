// wall: 3
// what: a structured binding by reference, of an array of tensors
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStructuredBindingReference ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t two[2] = { input, output };
  auto & [ first, second ] = two;
  api.other_global_addr = first.addr;
  api.buffer_global_addr = second.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_structured_binding_reference", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
