// wall: 4
// what: a helper jumps around its buffers
// expect: convert
#include "sgdnn_api.h"

static tpu_status_t scratch ( tpu_resource_t resource, sg_api_one_t * api, int mode )
{
  tpu_status_t status = SG_SUCCESS;
  tpu_device_mem_t first, second;
  if ( mode == 2 ) goto done;
  status = sgdnnMallocDeviceByte ( resource, &first, 64 );
  if ( status != SG_SUCCESS ) goto done;
  status = sgdnnMallocDeviceByte ( resource, &second, 128 );
  if ( status != SG_SUCCESS ) goto release;
  api->buffer_global_addr = sgdnnGetDeviceAddr ( first );
  api->other_global_addr = sgdnnGetDeviceAddr ( second );
  goto done;
release:
  sgdnnFreeDevice ( resource, first );
done:
  return status;
}

tpu_status_t sgdnnGotoInHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  tpu_status_t status = scratch ( resource, &api, mode );
  if ( status != SG_SUCCESS ) return status;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
