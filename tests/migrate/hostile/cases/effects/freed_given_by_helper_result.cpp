// wall: 3
// what: a helper gives back what it was given, or a buffer, and what it gives is freed
// expect: refused
#include "sgdnn_api.h"
static SgdnnTensor_t packed ( tpu_resource_t r, SgdnnTensor_t t )
{
  SgdnnTensor_t c = t;
  if ( !sgdnnIsTensorContiguous ( &t ) ) {
    tpu_device_mem_t m;
    SAFE_CALL ( sgdnnMallocDeviceByte ( r, &m, sgdnnTensorBytes ( &t ) ) );
    c.addr = sgdnnGetDeviceAddr ( m );
  }
  return c;
}
static void release ( tpu_resource_t r, SgdnnTensor_t c ) { sgdnnFreeDevice ( r, sgdnnMemFromDevice (  c.addr, sgdnnTensorBytes ( &c ) ) ); }
tpu_status_t sgdnnFreedGivenByHelperResult ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  SgdnnTensor_t c = packed ( resource, input );
  api.other_global_addr = c.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_by_helper_result", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_by_helper_result_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  release ( resource, c );
  return SG_SUCCESS;
}
