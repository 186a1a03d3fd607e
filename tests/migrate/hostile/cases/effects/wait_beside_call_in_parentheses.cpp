// wall: 4
// what: behind a call that waits, one in parentheses of its own is made in the same statement
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitBesideCallInParentheses ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int bad = ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) != SG_SUCCESS ) + probe ( 3 );
  probe ( bad );
  return SG_SUCCESS;
}
