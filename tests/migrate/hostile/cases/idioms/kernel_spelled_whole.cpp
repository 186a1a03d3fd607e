// wall: 3
// what: a macro spells the whole name of the kernel
// expect: convert
#include "sgdnn_api.h"
#define NAME2(x) #x
tpu_status_t sgdnnH1 ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, 0, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, NAME2 ( tpu_kernel_api_h1 ), &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, NAME2 ( tpu_kernel_api_h1 ), &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
