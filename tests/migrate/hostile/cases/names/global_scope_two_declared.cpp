// wall: 3
// what: two buffers in a declaration, their type named from the global scope
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnGlobalScopeTwoDeclared ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  ::tpu_device_mem_t a, b;
  SAFE_CALL ( ::sgdnnMallocDeviceByte ( resource, &a, 64 ) );
  SAFE_CALL ( ::sgdnnMallocDeviceByte ( resource, &b, 64 ) );
  api.buffer_global_addr = ::sgdnnGetDeviceAddr ( a );
  api.other_global_addr = ::sgdnnGetDeviceAddr ( b );
  ::sgdnnFreeDevice ( resource, a );
  ::sgdnnFreeDevice ( resource, b );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
