// wall: 4
// what: a launch that waits in a condition
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInCondition ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  if ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_condition", &api, sizeof ( api ), false ) != SG_SUCCESS )
  {
    probe ( 2 );
  }
  return SG_SUCCESS;
}
