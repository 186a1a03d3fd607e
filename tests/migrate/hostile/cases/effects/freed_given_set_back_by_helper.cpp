// wall: 3
// what: a helper sets a tensor's address back on one way, and it is freed
// expect: refused
#include "sgdnn_api.h"
static void reset ( SgdnnTensor_t * t, const SgdnnTensor_t & from, int n ) { if ( n == 2 ) t->addr = from.addr; }
tpu_status_t sgdnnFreedGivenSetBackByHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t a;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &a, 64 ) );
  SgdnnTensor_t t;
  t.addr = sgdnnGetDeviceAddr ( a );
  api.buffer_global_addr = t.addr;
  reset ( &t, input, mode );
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_set_back_by_helper", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_set_back_by_helper_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  sgdnnFreeDevice ( resource, sgdnnMemFromDevice (  t.addr, 64 ) );
  return SG_SUCCESS;
}
