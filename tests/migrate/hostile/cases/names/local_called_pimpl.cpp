// wall: 2
// what: local variables have the names that migrate declares
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLocalCalledPimpl ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int pimpl = mode + 3, memory = 4, pimpl2 = 5;
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
  api.dim = pimpl + memory + pimpl2;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pimpl", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_pimpl_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, buffer );
  return SG_SUCCESS;
}
