// wall: 4
// what: a helper gives back a tensor that lies in its own buffer
// expect: convert
#include "sgdnn_api.h"

static SgdnnTensor_t temporary ( tpu_resource_t resource, SgdnnTensor_t like )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, sgdnnTensorBytes ( &like ) ) );
  SgdnnTensor_t made = like;
  made.addr = sgdnnGetDeviceAddr ( buffer );
  return made;
}

tpu_status_t sgdnnBufferInReturnedTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  SgdnnTensor_t temp = temporary ( resource, input );
  api.buffer_global_addr = temp.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
