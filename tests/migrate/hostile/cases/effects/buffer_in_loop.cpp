// wall: 4
// what: a buffer per iteration
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferInLoop ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  for ( int i = 0; i < 3; ++i )
  {
    tpu_device_mem_t buffer;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 + i ) );
    sg_api_one_t api;
    api.input_global_addr = input.addr;
    api.output_global_addr = output.addr;
    api.mode = mode;
    api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_loop", &api, sizeof ( api ), non_blocking ) );
    sgdnnFreeDevice ( resource, buffer );
  }
  return SG_SUCCESS;
}
