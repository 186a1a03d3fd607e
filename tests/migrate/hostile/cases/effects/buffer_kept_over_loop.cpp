// wall: 4
// what: a buffer of one iteration is freed in the next
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferKeptOverLoop ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t last, next;
  for ( int i = 0; i < 3; ++i )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &next, 64 + i ) );
    sg_api_one_t api;
    api.input_global_addr = input.addr;
    api.output_global_addr = output.addr;
    api.mode = mode;
    api.buffer_global_addr = sgdnnGetDeviceAddr ( next );
    api.other_global_addr = i > 0 ? sgdnnGetDeviceAddr ( last ) : 0;
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_kept", &api, sizeof ( api ), non_blocking ) );
    if ( i > 0 )
    {
      sgdnnFreeDevice ( resource, last );
    }
    last = next;
  }
  sgdnnFreeDevice ( resource, last );
  return SG_SUCCESS;
}
