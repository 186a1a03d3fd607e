// wall: 3
// what: a structured binding over a tensor
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStructuredBindingTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  auto [ where, dim, shape, stride, dtype ] = input;
  api.other_global_addr = where;
  api.dim = dim + shape[0];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_structured_binding_tensor", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
