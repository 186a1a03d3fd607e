// wall: 4
// what: a buffer under a condition that is asked again
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferOnCondition ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t buffer;
  SgdnnTensor_t contiguous = input;
  if ( mode > 2 )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
    contiguous.addr = sgdnnGetDeviceAddr ( buffer );
  }
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.input_global_addr = contiguous.addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_buffer", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_buffer_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  if ( mode > 2 )
  {
    sgdnnFreeDevice ( resource, buffer );
  }
  return SG_SUCCESS;
}
