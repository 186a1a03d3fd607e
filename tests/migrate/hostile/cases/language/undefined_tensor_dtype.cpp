// wall: 3
// what: the data type of an undefined tensor
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnUndefinedTensorDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t none = sgdnnUndefinedTensor ();
  api.dim = none.dtype == SGDNN_DTYPE_UNKNOWN ? 1 : 2;
  api.mode = none.dim;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_undefined_tensor_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
