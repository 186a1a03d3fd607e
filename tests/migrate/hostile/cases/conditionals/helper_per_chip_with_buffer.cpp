// wall: 1
// what: a helper that allocates has another definition on each chip
// expect: convert
#include "sgdnn_api.h"

#if defined BACKEND_SG2260
static tpu_device_mem_t reserve ( tpu_resource_t resource )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 128 ) );
  return buffer;
}
#else
static tpu_device_mem_t reserve ( tpu_resource_t resource )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
  return buffer;
}
#endif

tpu_status_t sgdnnHelperPerChipBuffer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  tpu_device_mem_t buffer = reserve ( resource );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
