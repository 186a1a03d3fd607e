// wall: 3
// what: a call that waits stands in the condition of a do loop, to which continue leads
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInDoCondition ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  int i = 0;
  do
  {
    ++i;
    if ( i == 2 ) continue;
    if ( i == 5 ) break;
    api.mode = i;
  }
  while ( i < mode && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) == SG_SUCCESS );
  return SG_SUCCESS;
}
