// wall: 4
// what: an array of buffers
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferArray ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t buffers[3];
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  for ( int i = 0; i < 3; ++i )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffers[i], 64 ) );
  }
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffers[1] );
  api.other_global_addr = sgdnnGetDeviceAddr ( buffers[mode & 1] );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_array", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_array_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  for ( auto & buffer : buffers )
  {
    sgdnnFreeDevice ( resource, buffer );
  }
  return SG_SUCCESS;
}
