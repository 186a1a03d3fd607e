// wall: 3
// what: a comma operator before an address
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnCommaOperatorAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.other_global_addr = ( probe ( 3 ), bias.addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_comma_operator_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
