// wall: 3
// what: a helper takes an address and a number by the same parameter
// expect: refused
#include "sgdnn_api.h"

static void put ( sg_api_one_t * api, unsigned long long where ) { api->other_global_addr = where; }
tpu_status_t sgdnnAddressToHelperMisused ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  put ( &api, input.addr );
  put ( &api, mode );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_address_to_helper_misused", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
