// wall: 3
// what: the kernel's struct is one of the file
// expect: either
#include "sgdnn_api.h"

#pragma pack(push, 1)
typedef struct { unsigned long long input_global_addr, output_global_addr; short kind; } sg_api_own_t;
#pragma pack(pop)
tpu_status_t sgdnnStructOfFile ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_own_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.kind = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_own", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_own_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
