// wall: 3
// what: a value-initialised tensor's data type
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeUninitialisedCompare ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t none = {};
  api.dim = none.dtype == SGDNN_DTYPE_UNKNOWN ? 1 : none.dtype == input.dtype ? 2 : 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_uninitialised_compare", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
