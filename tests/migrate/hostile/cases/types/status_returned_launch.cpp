// wall: 3
// what: the launch's status is returned
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusReturnedLaunch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_returned", &api, sizeof ( api ), non_blocking );
}
