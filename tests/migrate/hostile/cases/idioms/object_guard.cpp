// wall: 3
// what: a guard that frees a buffer of the function
// expect: convert
#include "sgdnn_api.h"

struct Guard
{
  tpu_resource_t resource;
  tpu_device_mem_t & mem;
  ~Guard() { sgdnnFreeDevice ( resource, mem ); }
};

tpu_status_t sgdnnObjectGuard ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 64 ) );
  Guard guard { resource, mem };
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( mem );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_guard_o", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_guard_o_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
