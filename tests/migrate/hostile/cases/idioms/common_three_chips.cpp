// wall: 3
// what: three chips
// expect: convert
// flags: -std=c++17
// chips: 3
#include "sgdnn_api.h"
tpu_status_t sgdnnR03 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "k_2", &api, sizeof ( api ), non_blocking ) );
#elif defined BACKEND_SG2044
  api.dim = 7;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_3", &api, sizeof ( api ), non_blocking ) );
#endif
#if defined BACKEND_SG2260 || defined BACKEND_SG2044
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k_1", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
