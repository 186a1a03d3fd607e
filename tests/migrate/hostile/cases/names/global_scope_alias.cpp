// wall: 3
// what: an alias of a buffer's type that is named from the global scope
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnGlobalScopeAlias ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  using M = ::tpu_device_mem_t;
  M mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( mem );
  sgdnnFreeDevice ( resource, mem );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
