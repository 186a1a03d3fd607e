// wall: 3
// what: tensors of a list are freed, some of which are given
// expect: refused
#include "sgdnn_api.h"
#include <initializer_list>
tpu_status_t sgdnnFreedGivenRangeFor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t a;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &a, 64 ) );
  SgdnnTensor_t t = output;
  t.addr = sgdnnGetDeviceAddr ( a );
  api.buffer_global_addr = t.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_range_for", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_range_for_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  for ( SgdnnTensor_t one : { t, input } ) { if ( mode == 2 ) one.addr = t.addr; sgdnnFreeDevice ( resource, sgdnnMemFromDevice (  one.addr, 64 ) ); }
  return SG_SUCCESS;
}
