// wall: 3
// what: a helper takes an address for a number
// expect: either
#include "sgdnn_api.h"

static int lanes ( unsigned long long where ) { return ( int ) ( where >> 6 ); }
tpu_status_t sgdnnAddressToHelperNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = lanes ( input.addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_address_to_helper_number", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
