// wall: 3
// what: hidden flow escape address in two ints
// expect: convert
#include "sgdnn_api.h"
static void fill ( tpu_resource_t r, sg_api_one_t * api )
{
  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( r, &m, 256 ) );
  unsigned long long a = sgdnnGetDeviceAddr ( m );
  api->shape[0] = ( int ) ( a & 0xffffffff );
  api->shape[1] = ( int ) ( a >> 32 );
}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.dim = 0;
  fill ( resource, &api );
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

