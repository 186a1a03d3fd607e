// wall: 3
// what: all that the legacy library has is named from the global scope
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnGlobalScopeOfAll ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool flag, bool non_blocking )
{
  ::sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = ::sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode + ( input.dtype == ::SGDNN_DTYPE_FP32 );
  api.dim = ( int ) ::sgdnnTensorBytes ( &input );
  ::tpu_device_mem_t mem;
  SAFE_CALL ( ::sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  api.buffer_global_addr = ::sgdnnGetDeviceAddr ( mem );
#if defined BACKEND_1684X
  SAFE_CALL ( ::sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( ::sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );
#endif
  ::sgdnnFreeDevice ( resource, mem );
  return SG_SUCCESS;
}
