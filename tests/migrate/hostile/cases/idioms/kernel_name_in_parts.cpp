// wall: 4
// what: the name of a kernel in two literals
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnKernelNameInParts ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_" "kernel_name_in_parts", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
