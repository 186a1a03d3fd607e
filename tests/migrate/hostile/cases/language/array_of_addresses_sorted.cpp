// wall: 3
// what: addresses are sorted
// expect: either
#include "sgdnn_api.h"

#include <algorithm>
tpu_status_t sgdnnArrayOfAddressesSorted ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  unsigned long long list[2] = { output.addr, input.addr };
  std::sort ( list, list + 2 );
  api.other_global_addr = list[0];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_array_of_addresses_sorted", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
