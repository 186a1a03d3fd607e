// wall: 3
// what: a helper takes an address by value with a default
// expect: either
#include "sgdnn_api.h"

static void put ( sg_api_one_t * api, unsigned long long where, int offset = 8 ) { api->other_global_addr = where + offset; }
tpu_status_t sgdnnAddressParameterDefault ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  put ( &api, input.addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_address_parameter_default", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
