// wall: 3
// what: a copy has another address in one case of a switch only
// expect: refused
#include "sgdnn_api.h"
static void release ( tpu_resource_t r, SgdnnTensor_t c ) { sgdnnFreeDevice ( r, sgdnnMemFromDevice (  c.addr, sgdnnTensorBytes ( &c ) ) ); }
tpu_status_t sgdnnFreedGivenReplacedInCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  SgdnnTensor_t c = input;
  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) );
  api.other_global_addr = sgdnnGetDeviceAddr ( m );
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_replaced_in_case", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_replaced_in_case_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  switch ( mode ) {
    case 1: ;
      c.addr = sgdnnGetDeviceAddr ( m );
    default:
      release ( resource, c );
  }
  return SG_SUCCESS;
}
