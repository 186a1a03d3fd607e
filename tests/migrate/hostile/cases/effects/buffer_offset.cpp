// wall: 4
// what: an offset into a buffer
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferOffset ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 256 ) );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
  api.other_global_addr = sgdnnGetDeviceAddr ( buffer ) + 128;
  unsigned long long next = sgdnnGetDeviceAddr ( buffer );
  next += 64;
  api.input_global_addr = next;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_offset", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_offset_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, buffer );
  return SG_SUCCESS;
}
