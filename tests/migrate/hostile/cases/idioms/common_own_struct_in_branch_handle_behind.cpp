// wall: 3
// what: own struct in branch handle behind
// expect: convert
// flags: -std=c++17
#include "sgdnn_api.h"
tpu_status_t sgdnnR01 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  sg_api_two_t two = {};
  two.input_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_2", &two, sizeof ( two ), non_blocking ) );
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_3", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
