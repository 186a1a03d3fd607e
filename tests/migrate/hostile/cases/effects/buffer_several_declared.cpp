// wall: 4
// what: several buffers in one declaration
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferSeveralDeclared ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t first, second;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &first, 64 ) );
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &second, 32 ) );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( first );
  api.other_global_addr = sgdnnGetDeviceAddr ( second );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_several", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_several_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, first );
  sgdnnFreeDevice ( resource, second );
  return SG_SUCCESS;
}
