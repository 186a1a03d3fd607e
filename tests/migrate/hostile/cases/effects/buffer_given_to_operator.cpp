// wall: 4
// what: a buffer is the tensor of another operator
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnInnerTakes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_inner", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_inner_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnBufferGiven ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
  SgdnnTensor_t copy = input;
  copy.addr = sgdnnGetDeviceAddr ( buffer );
  SAFE_CALL ( sgdnnInnerTakes ( resource, input, copy, mode, non_blocking ) );
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.input_global_addr = copy.addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_given", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_given_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, buffer );
  return SG_SUCCESS;
}
