// wall: 3
// what: a helper allocates beside what it is given, and the buffer is freed
// expect: convert
#include "sgdnn_api.h"
static SgdnnTensor_t temp_like ( tpu_resource_t r, const SgdnnTensor_t & t, tpu_device_mem_t * m ) { SgdnnTensor_t c = t; SAFE_CALL ( sgdnnMallocDeviceByte ( r, m, sgdnnTensorBytes ( &t ) ) ); c.addr = sgdnnGetDeviceAddr ( *m ); return c; }
tpu_status_t sgdnnFreedOwnGivenByHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t m;
  SgdnnTensor_t c = temp_like ( resource, input, &m );
  api.other_global_addr = c.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_own_given_by_helper", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_own_given_by_helper_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  sgdnnFreeDevice ( resource, m );
  return SG_SUCCESS;
}
