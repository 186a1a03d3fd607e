// wall: 4
// what: two launches that wait in one statement
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitTwice ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  tpu_status_t a = SG_SUCCESS, b = SG_SUCCESS;
  a = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ), b = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false );
  SGDNN_CHECK ( a == SG_SUCCESS && b == SG_SUCCESS );
  return SG_SUCCESS;
}
