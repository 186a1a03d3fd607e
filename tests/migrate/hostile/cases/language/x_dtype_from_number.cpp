// wall: 3
// what: a data type is made from a number
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnXDtypeFromNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  input.dtype = ( SgdnnDataType_t ) mode;
  api.dim = input.dtype == SGDNN_DTYPE_INT8;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x_dtype_from_number", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
