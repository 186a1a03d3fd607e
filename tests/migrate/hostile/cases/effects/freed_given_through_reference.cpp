// wall: 3
// what: a buffer is replaced by a tensor's memory through a reference
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnFreedGivenThroughReference ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t m;
  tpu_device_mem_t & r = m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) );
  api.other_global_addr = sgdnnGetDeviceAddr ( m );
  if ( mode == 2 ) r = sgdnnMemFromDevice (  input.addr, 4 );
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_through_reference", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_through_reference_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  sgdnnFreeDevice ( resource, m );
  return SG_SUCCESS;
}
