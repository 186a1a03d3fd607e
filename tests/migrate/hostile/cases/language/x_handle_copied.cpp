// wall: 3
// what: the handle is copied
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnXHandleCopied ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  tpu_resource_t other = resource;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( other, "tpu_kernel_api_handle_copied_a", &api, sizeof ( api ), non_blocking ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x_handle_copied", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
