// wall: 3
// what: a conditional operator over data types
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnTernaryOfDtypes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnDataType_t kind = mode > 2 ? input.dtype : SGDNN_DTYPE_FP16;
  api.dtype = sgdnnTPUKernelDType ( kind );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ternary_of_dtypes", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
