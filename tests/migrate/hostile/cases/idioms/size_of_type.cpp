// wall: 4
// what: the size of a launch is that of the type
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnSizeOfType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_size_of_type", &api, sizeof ( sg_api_one_t ), non_blocking ) );
  return SG_SUCCESS;
}
