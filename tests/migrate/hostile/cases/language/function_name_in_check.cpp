// wall: 1
// what: the function's name inside a check
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnFunctionNameInCheck ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SGDNN_CHECK ( mode != 5 || __func__[0] == 's' );
  api.dim = __func__[5];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_function_name_in_check", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
