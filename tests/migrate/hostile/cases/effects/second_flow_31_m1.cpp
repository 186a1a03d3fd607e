// wall: 3
// what: second flow 31 m1
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.dim = 0;
  api.mode = mode;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = 0;
  if ( other.addr ) probe ( 1 );
  SGDNN_CHECK ( input.addr );
  tpu_device_mem_t m;
  tpu_device_mem_t & r = m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 256 ) );
  tpu_device_mem_t k = m;
  if ( mode > 1 ) r = sgdnnMemFromDevice ( 0, 0 );
  SgdnnTensor_t t = output;
  t.addr = sgdnnGetDeviceAddr ( m ) + 16;
  api.buffer_global_addr = t.addr;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, k );
  return SG_SUCCESS;
}
