// wall: 4
// what: a launch through a pointer
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnSizeOfPointedTo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  sg_api_one_t * p = &api;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_size_of_pointed_to", p, sizeof ( *p ), non_blocking ) );
  return SG_SUCCESS;
}
