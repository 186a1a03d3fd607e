// wall: 1
// what: an option of the build: redefines call
// expect: either
#include "sgdnn_api.h"
#ifdef ALT
#define sgdnnGetDeviceAddr(m) 5
#endif

tpu_status_t sgdnnF ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, & m, 64 ) ); api.buffer_global_addr = sgdnnGetDeviceAddr ( m ); sgdnnFreeDevice ( resource, m );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_f_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
