// wall: 4
// what: a launch that waits initialises a variable
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInDeclaration ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  tpu_status_t status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_declared", &api, sizeof ( api ), false ), other = SG_SUCCESS;
  probe ( 1 );
  return status != SG_SUCCESS ? status : other;
}
