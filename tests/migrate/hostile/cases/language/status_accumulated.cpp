// wall: 3
// what: statuses are or-ed together
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusAccumulated ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int all = 0;
  all |= sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_accumulated_a", &api, sizeof ( api ), non_blocking );
  if ( all ) return SG_FAILURE;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_accumulated", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
