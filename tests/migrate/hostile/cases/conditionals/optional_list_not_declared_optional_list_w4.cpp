// wall: 3
// what: optional list not declared optional list w4
// expect: convert
#include "sgdnn_api.h"
#include <vector>


tpu_status_t sgdnnOne ( tpu_resource_t resource, std::vector<SgdnnTensor_t> inputs, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_list_t api;
  api.count = 0;
  for ( int i = 0; i < 4; ++i ) { api.list_global_addr[i] = 0; api.sizes[i] = 0; }
  for ( size_t i = 0; i < inputs.size ( ); ++i ) { api.list_global_addr[i] = inputs[i].addr ? inputs[i].addr + 64 : 0; }
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
