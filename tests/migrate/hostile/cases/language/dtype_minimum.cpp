// wall: 3
// what: the smaller of two data types
// expect: either
#include "sgdnn_api.h"

#include <algorithm>
tpu_status_t sgdnnDtypeMinimum ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnDataType_t kind = std::min ( input.dtype, SGDNN_DTYPE_FP16 );
  api.dim = kind == SGDNN_DTYPE_FP16 ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_minimum", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
