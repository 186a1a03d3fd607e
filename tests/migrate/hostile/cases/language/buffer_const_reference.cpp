// wall: 1
// what: a reference to a constant device buffer: what becomes a pointer is constant itself, not what it points to
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  tpu_device_mem_t a, b;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &a, 64 ) );
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &b, 32 ) );
  const tpu_device_mem_t & use = mode > 1 ? a : b;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( use ); api.other_global_addr = sgdnnGetDeviceAddr ( mode ? b : a );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, a );
  sgdnnFreeDevice ( resource, b );
  return SG_SUCCESS;
}
