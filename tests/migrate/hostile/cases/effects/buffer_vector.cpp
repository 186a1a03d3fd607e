// wall: 4
// what: buffers in a vector
// expect: either
#include <vector>
#include "sgdnn_api.h"
tpu_status_t sgdnnBufferVector ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  std::vector<tpu_device_mem_t> buffers ( 2 );
  for ( auto & buffer : buffers )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
  }
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffers[1] );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_vector", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_vector_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  for ( auto buffer : buffers )
  {
    sgdnnFreeDevice ( resource, buffer );
  }
  return SG_SUCCESS;
}
