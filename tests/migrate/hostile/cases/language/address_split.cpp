// wall: 3
// what: an address is split in two halves
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnAddressSplit ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = ( int ) ( input.addr >> 32 );
  api.mode = ( int ) ( input.addr & 0xffffffff );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_address_split", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
