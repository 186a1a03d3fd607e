// wall: 3
// what: a static tensor's data type is zero
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeStaticZero ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static SgdnnTensor_t none;
  api.dim = none.dtype == SGDNN_DTYPE_UNKNOWN ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_static_zero", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
