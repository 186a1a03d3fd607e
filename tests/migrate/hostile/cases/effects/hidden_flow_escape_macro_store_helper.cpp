// wall: 3
// what: hidden flow escape macro store helper
// expect: convert
#include "sgdnn_api.h"
struct Bufs { unsigned long long a_global_addr; int n; };
#define KEEP(x) b.a_global_addr = (x)
static void reserve ( tpu_resource_t resource, Bufs & b )
{
  tpu_device_mem_t mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, 256 ) );
  unsigned long long a = sgdnnGetDeviceAddr ( mem );
  KEEP ( a );
}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  Bufs b;
  reserve ( resource, b );
  api.input_global_addr = input.addr;
  api.buffer_global_addr = b.a_global_addr;
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

