// wall: 4
// what: a local of the name of another parameter is asked for its address
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOptionalMixedShadow ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  { SgdnnTensor_t input = output; if ( input.addr == 0 ) return SG_SUCCESS; }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_o1_shadow", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
