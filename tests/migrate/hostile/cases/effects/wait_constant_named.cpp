// wall: 4
// what: a constant decides that a launch waits
// expect: either
#include "sgdnn_api.h"

static const bool kAsync = false;
tpu_status_t sgdnnWaitConstantNamed ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_constant", &api, sizeof ( api ), kAsync ) );
  return SG_SUCCESS;
}
