// wall: 3
// what: std::swap with a field
// expect: convert
#include <utility>
#include "sgdnn_api.h"

tpu_status_t sgdnnDeducedAddressSwap ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  auto a = input.addr; std::swap ( a, api.output_global_addr );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c4_swap", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
