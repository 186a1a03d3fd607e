// wall: 4
// what: a check of two calls in parentheses joined by a bit operator
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnCheckBitsOfCalls ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  tpu_device_mem_t a, b;
  SGDNN_CHECK ( ( sgdnnMallocDeviceByte ( resource, &a, 64 ) == SG_SUCCESS ) & ( sgdnnMallocDeviceByte ( resource, &b, 32 ) == SG_SUCCESS ) );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( a );
  api.other_global_addr = sgdnnGetDeviceAddr ( b );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) );
  sgdnnFreeDevice ( resource, a );
  sgdnnFreeDevice ( resource, b );
  return SG_SUCCESS;
}
