// wall: 3
// what: an address is cast to an integer within one or more pairs of parentheses
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnCastParentheses ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = static_cast<unsigned long long> ( ( output ).addr );
  api.output_global_addr = static_cast<unsigned long long> ( ( ( output ).addr ) );
  api.other_global_addr = ( unsigned long long ) ( ( ( input ) ).addr );
  api.buffer_global_addr = ( ( unsigned long long ) ( ( input.addr ) ) ) + 16;
  api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_parentheses", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
