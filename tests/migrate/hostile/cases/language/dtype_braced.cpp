// wall: 3
// what: a data type is made from braces
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeBraced ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnDataType_t kind {};
  if ( mode > 2 ) kind = input.dtype;
  api.dim = kind == SGDNN_DTYPE_UNKNOWN ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_braced", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
