// wall: 3
// what: a macro spells the kernel's name through another one
// expect: convert
#include "sgdnn_api.h"
#define STR(x) #x
#define KERNEL(x) "tpu_kernel_" STR(x) "_multi_core"

tpu_status_t sgdnnStry ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, 0, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, KERNEL ( strz ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, KERNEL ( strz ), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
