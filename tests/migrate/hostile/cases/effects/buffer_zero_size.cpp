// wall: 4
// what: a buffer without bytes
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferZeroSize ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, mode > 0 ? mode : 0 ) );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zero", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zero_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, buffer );
  return SG_SUCCESS;
}
