// wall: 3
// what: an array of data types is filled with zeros
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeArrayZero ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnDataType_t kinds[4] = { SGDNN_DTYPE_FP32 };
  api.dim = kinds[2] == SGDNN_DTYPE_UNKNOWN ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_array_zero", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
