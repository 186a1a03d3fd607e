// wall: 3
// what: a copy is changed between the comparison and the free
// expect: refused
#include "sgdnn_api.h"
tpu_status_t sgdnnFreedGivenChangedBehindGuard ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  SgdnnTensor_t c = input;
  if ( mode == 2 ) { tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) ); c.addr = sgdnnGetDeviceAddr ( m ); }
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_changed_behind_guard", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_changed_behind_guard_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  if ( c.addr != input.addr ) c.addr = input.addr, sgdnnFreeDevice ( resource, sgdnnMemFromDevice (  c.addr, 4 ) );
  return SG_SUCCESS;
}
