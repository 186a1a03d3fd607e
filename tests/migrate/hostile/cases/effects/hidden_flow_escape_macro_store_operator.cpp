// wall: 3
// what: hidden flow escape macro store operator
// expect: either
#include "sgdnn_api.h"
#define OUT *made = k
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, SgdnnTensor_t * made, int mode, bool non_blocking )
{
  sg_api_one_t api;
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 256 ) );
  api.buffer_global_addr = sgdnnGetDeviceAddr ( mem );
  SgdnnTensor_t k = output;
  k.addr = sgdnnGetDeviceAddr ( mem );
  OUT;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

