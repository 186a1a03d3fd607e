// wall: 4
// what: a struct of the file owns a buffer
// expect: either
#include "sgdnn_api.h"

struct Owner
{
  tpu_resource_t resource;
  tpu_device_mem_t buffer;
  ~Owner () { sgdnnFreeDevice ( resource, buffer ); }
};
tpu_status_t sgdnnBufferRaii ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Owner owner { resource, {} };
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &owner.buffer, 64 ) );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( owner.buffer );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_raii", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_raii_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
