// wall: 3
// what: a copy has the caller's address in the next turn of a loop
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnFreedGivenInNextTurn ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, sgdnnTensorBytes ( &input ) ) );
  SgdnnTensor_t c = input;
  c.addr = sgdnnGetDeviceAddr ( m );
  api.other_global_addr = c.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_in_next_turn", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_in_next_turn_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  for ( int i = 0; i < ( mode & 1 ) + 1; ++i ) { sgdnnFreeDevice ( resource, sgdnnMemFromDevice (  c.addr, 64 ) ); c = output; }
  return SG_SUCCESS;
}
