// wall: 4
// what: a flag in brackets
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInBrackets ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_wait_in_brackets", &api, sizeof ( api ), ( false ) ) );
  return SG_SUCCESS;
}
