// wall: 4
// what: a launch that waits in a return
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInReturn ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_return", &api, sizeof ( api ), false );
}
