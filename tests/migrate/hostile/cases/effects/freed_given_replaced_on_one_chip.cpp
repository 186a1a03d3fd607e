// wall: 3
// what: a copy has an address of its own on one chip only
// expect: refused
#include "sgdnn_api.h"
static void release ( tpu_resource_t r, SgdnnTensor_t c ) { sgdnnFreeDevice ( r, sgdnnMemFromDevice (  c.addr, sgdnnTensorBytes ( &c ) ) ); }
tpu_status_t sgdnnFreedGivenReplacedOnOneChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 64 ) );
  SgdnnTensor_t c = input;
#if defined BACKEND_1684X
  c.addr = sgdnnGetDeviceAddr ( m );
#endif
  api.other_global_addr = c.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_replaced_on_one_chip", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_replaced_on_one_chip_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  release ( resource, c );
  return SG_SUCCESS;
}
