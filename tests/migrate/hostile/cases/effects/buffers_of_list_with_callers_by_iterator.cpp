// wall: 3
// what: one of them becomes the caller's
// expect: refused
#include "sgdnn_api.h"
#include <vector>
#include <array>



tpu_status_t sgdnnBuffersOfListWithCallersByIterator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
std::vector<tpu_device_mem_t> buffers;
  for ( int i = 0; i < 2; ++i )
  {
    tpu_device_mem_t one;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &one, 64 ) );
    buffers.push_back ( one );
  }
  *buffers.begin ( ) = sgdnnMemFromDevice ( input.addr, 64 );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.other_global_addr = sgdnnGetDeviceAddr ( buffers[0] );

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  for ( tpu_device_mem_t each : buffers ) sgdnnFreeDevice ( resource, each );
  return SG_SUCCESS;
}
