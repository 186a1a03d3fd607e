// wall: 1
// what: helpers that take a constant device buffer by reference, by value and by pointer
// expect: convert
#include "sgdnn_api.h"

static unsigned long long at ( const tpu_device_mem_t & m, int i ) { return sgdnnGetDeviceAddr ( m ) + i; }
static unsigned long long at2 ( const tpu_device_mem_t m ) { return sgdnnGetDeviceAddr ( m ); }
static unsigned long long at3 ( const tpu_device_mem_t * m ) { return sgdnnGetDeviceAddr ( m[0] ); }
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  tpu_device_mem_t mem[2];
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem[0], 64 ) );
  api.buffer_global_addr = at ( mem[0], mode );
  api.other_global_addr = at2 ( mem[0] );
  api.input_global_addr = at3 ( mem );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, mem[0] );
  return SG_SUCCESS;
}
