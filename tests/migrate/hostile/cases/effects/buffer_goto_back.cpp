// wall: 4
// what: a goto back before the allocation
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBufferGotoBack ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int round = 0;
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
again:
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 + round ) );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_goto", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource, buffer );
  if ( ++round < mode ) goto again;
  return SG_SUCCESS;
}
