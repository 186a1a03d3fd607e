// wall: 4
// what: a launch passes less than its struct
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnSizeShorter ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_size_shorter", &api, sizeof ( api ) - sizeof ( int ), non_blocking ) );
  return SG_SUCCESS;
}
