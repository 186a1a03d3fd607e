// wall: 4
// what: a launch that waits before a comma operator
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInComma ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_comma", &api, sizeof ( api ), false ), probe ( 1 );
  return SG_SUCCESS;
}
