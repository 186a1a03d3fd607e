// wall: 3
// what: fields of the argument struct are swapped
// expect: either
#include "sgdnn_api.h"

#include <utility>
tpu_status_t sgdnnSwapFields ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::swap ( api.input_global_addr, api.output_global_addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_swap_fields", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
