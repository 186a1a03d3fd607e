// wall: 3
// what: a helper launches with an address that it is given as a number, of a tensor or a buffer
// expect: convert
#include "sgdnn_api.h"
static tpu_status_t fill ( tpu_resource_t resource, unsigned long long addr, int v, bool non_blocking )
{
  sg_api_two_t api = { 0, addr, v, 0 };
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_fillu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_fillu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnZf ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  SAFE_CALL ( fill ( resource, y.addr, 0, non_blocking ) );
  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) );
  SAFE_CALL ( fill ( resource, sgdnnGetDeviceAddr ( m ), 1, non_blocking ) );
  sgdnnFreeDevice ( resource, m );
  return SG_SUCCESS;
}
