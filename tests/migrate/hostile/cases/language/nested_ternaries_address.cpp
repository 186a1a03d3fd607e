// wall: 3
// what: nested conditional operators over addresses
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnNestedTernariesAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.other_global_addr = mode > 2 ? input.addr : mode > 1 ? bias.addr : output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_nested_ternaries_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
