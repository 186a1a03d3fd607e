// wall: 4
// what: tensors are swapped before one is asked
// expect: convert
#include <utility>
#include "sgdnn_api.h"

tpu_status_t sgdnnOptionalMixedSwap ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  std::swap ( input, output ); if ( input.addr == 0 ) return SG_SUCCESS;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_o2_swap", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
