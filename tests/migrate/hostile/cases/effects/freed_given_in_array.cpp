// wall: 3
// what: one of an array of buffers is made of a tensor, and all are freed
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnFreedGivenInArray ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t m[2];
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m[1], sgdnnTensorBytes ( &input ) ) );
  m[0] = sgdnnMemFromDevice (  input.addr, sgdnnTensorBytes ( &input ) );
  api.other_global_addr = sgdnnGetDeviceAddr ( m[1] );
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_in_array", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_in_array_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  for ( int i = 0; i < 2; ++i ) sgdnnFreeDevice ( resource, m[i] );
  return SG_SUCCESS;
}
