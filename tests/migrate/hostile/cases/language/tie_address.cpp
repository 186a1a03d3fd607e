// wall: 3
// what: std::tie of an address
// expect: either
#include "sgdnn_api.h"

#include <tuple>
tpu_status_t sgdnnTieAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  unsigned long long where; int dim;
  std::tie ( where, dim ) = std::make_tuple ( input.addr, input.dim );
  api.other_global_addr = where;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_tie_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
