// wall: 3
// what: an address or a zero with a suffix
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnAddressOrUnsignedZero ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = mode > 0 ? input.addr : 0ull;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_address_or_unsigned_zero", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
