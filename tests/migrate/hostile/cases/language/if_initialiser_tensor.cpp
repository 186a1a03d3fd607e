// wall: 3
// what: an if with an initialiser over an address
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnIfInitialiserTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( auto where = bias.addr; where != 0 )
    api.other_global_addr = where;
  else
    api.other_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_if_initialiser_tensor", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
