// wall: 3
// what: an array of buffers
// expect: convert
#include "sgdnn_api.h"
#include <vector>
#include <array>



tpu_status_t sgdnnBuffersOfListArray ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
std::array<tpu_device_mem_t, 2> buffers;
  for ( auto & each : buffers ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &each, 64 ) );
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
  for ( auto & each : buffers ) sgdnnFreeDevice ( resource, each );
  return SG_SUCCESS;
}
