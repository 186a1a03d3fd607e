// wall: 3
// what: addresses in a vector
// expect: either
#include "sgdnn_api.h"
#include <vector>
tpu_status_t sgdnnVector ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  std::vector<unsigned long long> list { input.addr, output.addr };
  list.push_back ( input.addr );
  sg_api_list_t api;
  for ( int i = 0; i < 3; ++i ) api.list_global_addr[i] = list[i];
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_list", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_list_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
