// wall: 4
// what: the memory object's size is read on one chip
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferSizeField ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
#if defined BACKEND_1684X
  api.dim = buffer.size;
#else
  api.dim = 64;
#endif
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_size", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource, buffer );
  return SG_SUCCESS;
}
