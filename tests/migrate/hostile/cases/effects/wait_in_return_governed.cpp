// wall: 4
// what: a launch that waits in a return without braces
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitInReturnGoverned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  if ( mode )
    return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), false );
  else
    return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true );
}
