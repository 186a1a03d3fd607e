// wall: 1
// what: chip size of buffer
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnChipSizeOfBuffer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m,
#if defined BACKEND_1684X
 64
#else
 128
#endif
 ) );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( m );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), true ) );
  sgdnnFreeDevice ( resource, m );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
