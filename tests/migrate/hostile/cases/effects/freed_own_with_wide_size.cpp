// wall: 3
// what: a number of bytes that the caller gives stands beside the address that is freed
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnFreedOwnWithWideSize ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, unsigned long long bytes, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, bytes ) );
  SgdnnTensor_t c = input;
  c.addr = sgdnnGetDeviceAddr ( m );
  api.other_global_addr = c.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_own_with_wide_size", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_own_with_wide_size_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  sgdnnFreeDevice ( resource, sgdnnMemFromDevice (  c.addr, bytes ) );
  return SG_SUCCESS;
}
