// wall: 3
// what: a call that waits stands between commas, and an effect behind it
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitBetweenCommas ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  tpu_status_t rc = SG_SUCCESS;
  rc = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ), probe ( 3 );
  if ( rc != SG_SUCCESS ) return rc;
  return SG_SUCCESS;
}
