// wall: 3
// what: an offset behind a buffer's address is rounded up
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnAlignAddressOffset ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  unsigned long long size = sgdnnTensorBytes ( &input );
  size = ( size + 127 ) & ~127ull;
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 2 * size ) );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer ) + ( size + 64 - 1 ) / 64 * 64;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_align_address_offset", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_align_address_offset_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, buffer );
  return SG_SUCCESS;
}
