// wall: 3
// what: a tensor from new with parentheses
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeNewZero ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t * one = new SgdnnTensor_t ();
  api.dim = one->dtype == SGDNN_DTYPE_UNKNOWN ? 1 : 2;
  delete one;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_new_zero", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
