// wall: 3
// what: a helper gives a tensor in memory of its own, which is freed
// expect: convert
#include "sgdnn_api.h"
static SgdnnTensor_t make ( tpu_resource_t r, const SgdnnTensor_t & like ) { tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( r, &m, sgdnnTensorBytes ( &like ) ) ); SgdnnTensor_t t = like; t.addr = sgdnnGetDeviceAddr ( m ); return t; }
tpu_status_t sgdnnFreedOwnOfHelperResult ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  SgdnnTensor_t t = make ( resource, input );
  api.buffer_global_addr = t.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_own_of_helper_result", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_own_of_helper_result_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  sgdnnFreeDevice ( resource, sgdnnMemFromDevice (  t.addr, sgdnnTensorBytes ( &t ) ) );
  return SG_SUCCESS;
}
