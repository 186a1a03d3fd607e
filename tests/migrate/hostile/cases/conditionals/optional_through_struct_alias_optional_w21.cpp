// wall: 3
// what: optional through struct alias optional w21
// expect: convert
#include "sgdnn_api.h"


tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t a, SgdnnTensor_t b, SgdnnTensor_t c, bool non_blocking )
{
  sg_api_list_t api;
  api.count = 0;
  for ( int i = 0; i < 4; ++i ) { api.list_global_addr[i] = 0; api.sizes[i] = 0; }
  api.list_global_addr[0] = a.addr;
  api.list_global_addr[1] = b.addr;
  for ( auto x : api.list_global_addr ) if ( x ) ++api.count;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
