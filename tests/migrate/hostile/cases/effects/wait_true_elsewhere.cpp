// wall: 4
// what: a launch never waits
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitTrue ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_true", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
