// wall: 4
// what: the buffer of an inner helper outlives the helper between
// expect: convert
#include "sgdnn_api.h"

static void put ( sg_api_one_t * api, unsigned long long where ) { api->buffer_global_addr = where; }
static tpu_status_t inner ( tpu_resource_t resource, sg_api_one_t * api )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, 64 ) );
  put ( api, sgdnnGetDeviceAddr ( buffer ) );
  return SG_SUCCESS;
}
static tpu_status_t between ( tpu_resource_t resource, sg_api_one_t * api ) { return inner ( resource, api ); }

tpu_status_t sgdnnBufferThroughTwo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  SAFE_CALL ( between ( resource, &api ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
