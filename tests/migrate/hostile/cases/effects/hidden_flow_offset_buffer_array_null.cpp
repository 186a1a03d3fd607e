// wall: 3
// what: hidden flow offset buffer array null
// expect: either
#include "sgdnn_api.h"
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  tpu_device_mem_t m[2] = {};
  if ( mode > 2 ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m[0], 256 ) );
  SgdnnTensor_t t = input;
  t.addr = sgdnnGetDeviceAddr ( m[0] ) + 64;
  api.input_global_addr = t.addr;
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
  if ( mode > 2 ) sgdnnFreeDevice ( resource, m[0] );
  return SG_SUCCESS;
}
