// wall: 3
// what: the size of a status
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnSizeOfStatus ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = ( int ) ( sizeof ( tpu_status_t ) + sizeof ( SG_SUCCESS ) + sizeof ( input.dtype ) );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_size_of_status", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
