// wall: 3
// what: a value-initialised status
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatusValueInitialised ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  tpu_status_t status = {};
  if ( status != SG_SUCCESS ) return SG_FAILURE;
  api.dim = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_status_value_initialised", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
