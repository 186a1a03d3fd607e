// wall: 3
// what: a helper frees an array of buffers, one of which is made of a tensor
// expect: refused
#include "sgdnn_api.h"
static void release ( tpu_resource_t r, tpu_device_mem_t * m, int n ) { while ( n-- ) sgdnnFreeDevice ( r, m[n] ); }
tpu_status_t sgdnnFreedGivenArrayToHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t m[2];
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m[0], sgdnnTensorBytes ( &input ) ) );
  m[1] = sgdnnMemFromDevice (  input.addr, 4 );
  api.other_global_addr = sgdnnGetDeviceAddr ( m[0] );
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_array_to_helper", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_array_to_helper_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  release ( resource, m, mode == 2 ? 2 : 1 );
  return SG_SUCCESS;
}
