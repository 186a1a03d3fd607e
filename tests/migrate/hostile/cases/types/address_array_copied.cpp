// wall: 3
// what: an array of addresses is copied into the kernel's struct
// expect: either
#include "sgdnn_api.h"
#include <string.h>
tpu_status_t sgdnnArrayCopied ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  unsigned long long list[4] = { input.addr, output.addr, 0, 0 };
  sg_api_list_t api;
  memcpy ( api.list_global_addr, list, sizeof ( list ) );
  api.output_global_addr = output.addr;
  api.count = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_list", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_list_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
