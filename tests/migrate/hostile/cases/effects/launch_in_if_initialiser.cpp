// wall: 4
// what: a launch in the initialiser of an if
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLaunchInIfInitialiser ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  if ( tpu_status_t status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_init", &api, sizeof ( api ), non_blocking ); status != SG_SUCCESS )
  {
    return status;
  }
  return SG_SUCCESS;
}
