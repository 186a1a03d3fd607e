// wall: 4
// what: a parameter is assigned before it is asked
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOptionalMixedAssign ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  input = output; if ( input.addr == 0 ) return SG_SUCCESS;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_o3_assign", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
