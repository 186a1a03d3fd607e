// wall: 4
// what: a function try block
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnFunctionTryBlockOperator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
try
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  SGDNN_CHECK ( mode != 3 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_function_try", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
catch ( ... )
{
  return SG_FAILURE;
}
