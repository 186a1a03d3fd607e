// wall: 3
// what: a structured binding gives the data type as a number
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStructuredBindingDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const auto & [ where, dim, shape, stride, dtype ] = input;
  api.dtype = dtype;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_structured_binding_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
