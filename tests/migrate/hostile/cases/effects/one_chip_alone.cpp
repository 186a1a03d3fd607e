// wall: 4
// what: an operator of one chip that allocates before it launches
// expect: convert
#include "sgdnn_api.h"
#if defined BACKEND_SG2260
tpu_status_t sgdnnAlone ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, sgdnnTensorBytes ( &input ) ) );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
  sgdnnFreeDevice ( resource, buffer );
  return SG_SUCCESS;
}
#endif
