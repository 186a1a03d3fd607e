// wall: 4
// what: comma expressions in a for header
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnCommaInFor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  for ( int i = 0, j = mode; i < 3; ++i, j += 2, probe ( j ) ) api.shape[i] = j;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_comma_in_for", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
