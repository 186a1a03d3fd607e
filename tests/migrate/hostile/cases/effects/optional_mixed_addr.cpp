// wall: 4
// what: an address is assigned before it is asked
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOptionalMixedAddr ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  input.addr = output.addr; if ( input.addr == 0 ) return SG_SUCCESS;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_o4_addr", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
