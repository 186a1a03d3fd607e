// wall: 3
// what: a loop until a call succeeds
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusWhile ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int tries = 0;
  while ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_while_a", &api, sizeof ( api ), non_blocking ) != SG_SUCCESS ) if ( ++tries > 2 ) return SG_FAILURE;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_while", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
