// wall: 4
// what: a goto to the place where the buffer is freed
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferGoto ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_status_t status = SG_SUCCESS;
  sg_api_one_t api;
  tpu_device_mem_t buffer;
  status = sgdnnMallocDeviceByte ( resource, &buffer, 64 );
  if ( status != SG_SUCCESS )
  {
    return status;
  }
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
  if ( mode > 4 )
  {
    status = SG_FAILURE;
    goto done;
  }
  status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_goto", &api, sizeof ( api ), non_blocking );
done:
  sgdnnFreeDevice ( resource, buffer );
  return status;
}
