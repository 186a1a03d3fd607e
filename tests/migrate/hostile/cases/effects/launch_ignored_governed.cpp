// wall: 4
// what: nobody looks at the status of a launch under an if with an else
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLaunchIgnoredGoverned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  if ( mode > 2 )
    sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), non_blocking );
  else
    sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), non_blocking );
  return SG_SUCCESS;
}
