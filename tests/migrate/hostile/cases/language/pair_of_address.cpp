// wall: 3
// what: a pair of an address and a number
// expect: either
#include "sgdnn_api.h"

#include <utility>
tpu_status_t sgdnnPairOfAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  std::pair < unsigned long long, int > p ( input.addr, mode );
  api.other_global_addr = p.first;
  api.dim = p.second;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pair_of_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
