// wall: 4
// what: a goto past a declaration without initialiser
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferGotoPast ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( mode > 4 ) goto launch;
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
launch:
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_goto", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
