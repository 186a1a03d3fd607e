// wall: 2
// what: the body needs standard headers that have to come along
// expect: convert
#include <algorithm>
#include <cmath>
#include <map>
#include "sgdnn_api.h"

tpu_status_t sgdnnStandardHeaders ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  std::map<int, int> sizes;
  sizes[mode] = 4;
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = std::max ( sizes[mode], 2 ) + ( int ) std::floor ( 2.5 );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_standard", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_standard_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
