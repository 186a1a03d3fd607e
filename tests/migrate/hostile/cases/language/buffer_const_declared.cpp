// wall: 1
// what: constant device buffers, two in one declaration, bound to each other
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  const tpu_device_mem_t again = mem, more = again;
  static const volatile int k = 3;
  const tpu_device_mem_t & r = mode > 1 ? again : mem;
  tpu_device_mem_t const east = more;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( again );
  api.other_global_addr = sgdnnGetDeviceAddr ( r );
  api.input_global_addr = sgdnnGetDeviceAddr ( east );
  api.mode = k;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, more );
  return SG_SUCCESS;
}
