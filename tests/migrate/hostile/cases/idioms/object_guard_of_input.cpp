// wall: 3
// what: a guard that frees memory which is made of a tensor
// expect: equal
#include "sgdnn_api.h"

struct Guard
{
  tpu_resource_t resource;
  tpu_device_mem_t & mem;
  ~Guard() { sgdnnFreeDevice ( resource, mem ); }
};

tpu_status_t sgdnnObjectGuardOfInput ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t mem = sgdnnMemFromDevice ( input.addr, 64 );
  Guard guard { resource, mem };
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_guard_i", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_guard_i_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
