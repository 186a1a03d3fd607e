// wall: 4
// what: a second name for the buffer
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferAlias ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
  tpu_device_mem_t other = buffer;
  tpu_device_mem_t & third = buffer;
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( other );
  api.other_global_addr = sgdnnGetDeviceAddr ( third );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_alias", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_alias_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, other );
  return SG_SUCCESS;
}
