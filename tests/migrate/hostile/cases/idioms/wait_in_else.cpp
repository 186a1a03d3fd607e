// wall: 4
// what: a launch that waits in an else without braces
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInElse ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( mode > 0 ) SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_wait_in_else", &api, sizeof ( api ), true ) );
  else
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_wait_in_else", &api, sizeof ( api ), false ) );
  return SG_SUCCESS;
}
