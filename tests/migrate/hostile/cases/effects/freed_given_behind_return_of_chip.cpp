// wall: 3
// what: the return in front of a free is there on one chip only
// expect: refused
#include "sgdnn_api.h"
static void release ( tpu_resource_t r, const SgdnnTensor_t & c, const SgdnnTensor_t & t ) {
#if defined BACKEND_1684X
  if ( c.addr == t.addr ) return;
#endif
  sgdnnFreeDevice ( r, sgdnnMemFromDevice (  c.addr, sgdnnTensorBytes ( &c ) ) ); }
tpu_status_t sgdnnFreedGivenBehindReturnOfChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  SgdnnTensor_t c = input;
  if ( !sgdnnIsTensorContiguous ( &input ) ) {
    tpu_device_mem_t m;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, sgdnnTensorBytes ( &input ) ) );
    c.addr = sgdnnGetDeviceAddr ( m );
  }
  api.other_global_addr = c.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_behind_return_of_chip", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_behind_return_of_chip_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  release ( resource, c, input );
  return SG_SUCCESS;
}
