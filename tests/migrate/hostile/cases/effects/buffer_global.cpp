// wall: 4
// what: a buffer of the file is allocated once
// expect: either
#include "sgdnn_api.h"

static tpu_device_mem_t workspace;
static bool there = false;
tpu_status_t sgdnnBufferGlobal ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( !there )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &workspace, 64 ) );
    there = true;
  }
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( workspace );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_global", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_global_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
