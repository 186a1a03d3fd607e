// wall: 4
// what: a goto over the declaration of the buffer
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferGotoOver ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_status_t status = SG_SUCCESS;
  if ( mode > 4 )
  {
    status = SG_FAILURE;
    goto done;
  }
  {
    tpu_device_mem_t buffer;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
    sg_api_one_t api;
    api.input_global_addr = input.addr;
    api.output_global_addr = output.addr;
    api.mode = mode;
    api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_goto", &api, sizeof ( api ), non_blocking ) );
    sgdnnFreeDevice ( resource, buffer );
  }
done:
  return status;
}
