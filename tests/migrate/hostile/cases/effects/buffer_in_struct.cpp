// wall: 4
// what: a buffer in a local struct
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferInStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  struct { tpu_device_mem_t buffer; SgdnnTensor_t tensor; } work;
  work.tensor = input;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &work.buffer, 64 ) );
  work.tensor.addr = sgdnnGetDeviceAddr ( work.buffer );
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.input_global_addr = work.tensor.addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_struct", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_struct_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, work.buffer );
  return SG_SUCCESS;
}
