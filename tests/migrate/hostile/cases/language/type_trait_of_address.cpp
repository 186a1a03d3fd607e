// wall: 3
// what: a type trait tells whether an address is an integer
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnTypeTraitOfAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = __is_same ( decltype ( input.addr ), unsigned long long ) ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_type_trait_of_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
