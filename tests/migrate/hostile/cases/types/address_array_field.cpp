// wall: 3
// what: an array of addresses in the kernel's struct
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnArrayField ( tpu_resource_t resource, const SgdnnTensor_t * inputs, SgdnnTensor_t output, int count, bool non_blocking )
{
  sg_api_list_t api;
  for ( int i = 0; i < 4; ++i )
  {
    api.list_global_addr[i] = i < count ? inputs[i].addr : 0;
    api.sizes[i] = inputs[i].shape[0];
  }
  api.output_global_addr = output.addr;
  api.count = count;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_list", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_list_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
