// wall: 3
// what: optional list not declared optional list w1
// expect: convert
#include "sgdnn_api.h"


tpu_status_t sgdnnOne ( tpu_resource_t resource, const SgdnnTensor_t * inputs, int num, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_list_t api;
  api.count = 0;
  for ( int i = 0; i < 4; ++i ) { api.list_global_addr[i] = 0; api.sizes[i] = 0; }
  for ( int i = 0; i < 2; ++i ) { api.list_global_addr[i] = inputs[i].addr; api.sizes[i] = inputs[i].addr ? 1 : 2; }
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
