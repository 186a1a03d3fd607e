// wall: 4
// what: nobody looks at the launch's status
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLaunchIgnored ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ignored", &api, sizeof ( api ), non_blocking );
  ( void ) sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_void", &api, sizeof ( api ), non_blocking );
  return SG_SUCCESS;
}
