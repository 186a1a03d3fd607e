// wall: 3
// what: a conditional operator over statuses
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusConditional ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  return mode > 2 ? sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), non_blocking )
                  : sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), non_blocking );
}
