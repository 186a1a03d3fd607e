// wall: 3
// what: a conditional operator mixes a data type and a number
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnTernaryDtypeNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = mode > 2 ? input.dtype : 7;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ternary_dtype_number", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
