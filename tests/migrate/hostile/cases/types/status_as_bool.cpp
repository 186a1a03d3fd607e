// wall: 3
// what: a status is the condition of an if
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusAsBool ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  if ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_bool", &api, sizeof ( api ), non_blocking ) )
  {
    return SG_FAILURE;
  }
  return SG_SUCCESS;
}
