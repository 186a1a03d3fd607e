// wall: 4
// what: a launch that waits in an if without braces
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInIf ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( mode > 0 ) SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_wait_in_if", &api, sizeof ( api ), false ) );
  else api.dim = 2;
  return SG_SUCCESS;
}
