// wall: 3
// what: a helper keeps an address between calls
// expect: either
#include "sgdnn_api.h"

static void put ( sg_api_one_t * api, unsigned long long where ) { static unsigned long long last; api->other_global_addr = last; last = where; }
tpu_status_t sgdnnAddressToHelperKept ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  put ( &api, input.addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_address_to_helper_kept", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
