// wall: 3
// what: the handle is compared with null by name
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnHandleIsNull ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( resource == nullptr ) return SG_FAILURE;
  api.dim = resource != NULL ? mode : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_handle_is_null", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
