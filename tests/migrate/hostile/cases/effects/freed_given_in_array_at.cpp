// wall: 3
// what: an element of an array of buffers is replaced through at()
// expect: refused
#include "sgdnn_api.h"
#include <array>
tpu_status_t sgdnnFreedGivenInArrayAt ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  std::array<tpu_device_mem_t, 2> m;
  for ( int i = 0; i < 2; ++i ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m[i], 64 ) );
  api.other_global_addr = sgdnnGetDeviceAddr ( m[0] );
  if ( mode == 2 ) m.at ( 1 ) = sgdnnMemFromDevice (  input.addr, 4 );
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_in_array_at", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_in_array_at_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  for ( int i = 0; i < 2; ++i ) sgdnnFreeDevice ( resource, m[i] );
  return SG_SUCCESS;
}
