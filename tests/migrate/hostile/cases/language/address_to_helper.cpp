// wall: 3
// what: helpers take addresses by value and hand them on
// expect: convert
#include "sgdnn_api.h"

static void put ( sg_api_one_t * api, const unsigned long long where, int offset ) { api->other_global_addr = where + offset; }
static void put_buffer ( sg_api_one_t * api, unsigned long long where ) { if ( where != 0 ) api->buffer_global_addr = where; }
tpu_status_t sgdnnAddressToHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  put ( &api, input.addr, 8 );
  api.buffer_global_addr = 0;
  put_buffer ( &api, bias.addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_address_to_helper", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
