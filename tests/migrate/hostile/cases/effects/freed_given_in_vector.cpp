// wall: 3
// what: an element of a vector of buffers is replaced by one made of a tensor, and all are freed
// expect: refused
#include "sgdnn_api.h"
#include <vector>
tpu_status_t sgdnnFreedGivenInVector ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  std::vector<tpu_device_mem_t> m ( 2 );
  for ( auto & one : m ) SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &one, 64 ) );
  api.other_global_addr = sgdnnGetDeviceAddr ( m[0] );
  if ( mode == 2 ) m[1] = sgdnnMemFromDevice (  input.addr, 4 );
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_in_vector", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_in_vector_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  for ( auto & one : m ) sgdnnFreeDevice ( resource, one );
  return SG_SUCCESS;
}
