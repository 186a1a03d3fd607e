// wall: 3
// what: a tensor with a short list
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeShortListTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t made = { 0, 2, { 3, 4 } };
  api.dim = made.dtype == SGDNN_DTYPE_UNKNOWN ? made.shape[1] : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_short_list_tensor", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
