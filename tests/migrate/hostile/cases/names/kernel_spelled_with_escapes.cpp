// wall: 2
// what: a kernel's name is spelled with escapes that joining would change
// expect: either
#include "sgdnn_api.h"
#define STR(x) # x "a\x41" "B"
#define KERNEL(x) "tpu_kernel_" STR(x) "_multi_core"

tpu_status_t sgdnnStrw ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, 0, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, KERNEL ( strz ), &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, KERNEL ( strz ), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
