// wall: 4
// what: a helper puts its buffer's address into the caller's struct
// expect: convert
#include "sgdnn_api.h"

static tpu_status_t scratch ( tpu_resource_t resource, sg_api_one_t * api, unsigned long long size )
{
  tpu_device_mem_t buffer;
  tpu_status_t status = sgdnnMallocDeviceByte ( resource, &buffer, size );
  if ( status != SG_SUCCESS ) return status;
  unsigned long long where = sgdnnGetDeviceAddr ( buffer );
  api->buffer_global_addr = where;
  return SG_SUCCESS;
}

tpu_status_t sgdnnBufferHeldByStruct ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  SAFE_CALL ( scratch ( resource, &api, 64 ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
