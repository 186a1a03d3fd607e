// wall: 3
// what: an array of statuses
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusArray ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  tpu_status_t statuses[2] = { SG_SUCCESS, SG_SUCCESS };
  statuses[mode & 1] = SG_FAILURE;
  api.dim = statuses[1] == SG_SUCCESS ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_array", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
