// wall: 3
// what: a helper makes a tensor contiguous where it is not, another one frees what differs
// expect: convert
#include "sgdnn_api.h"
static SgdnnTensor_t contiguous ( tpu_resource_t r, const SgdnnTensor_t & like ) {
  SgdnnTensor_t t = like;
  if ( sgdnnIsTensorContiguous ( &like ) ) return t;
  tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( r, &m, sgdnnTensorBytes ( &like ) ) ); t.addr = sgdnnGetDeviceAddr ( m ); return t; }
static void release ( tpu_resource_t r, const SgdnnTensor_t & c, const SgdnnTensor_t & t ) { if ( c.addr != t.addr ) { sgdnnFreeDevice ( r, sgdnnMemFromDevice (  c.addr, sgdnnTensorBytes ( &c ) ) ); } }
tpu_status_t sgdnnFreedOwnContiguousIdiom ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  SgdnnTensor_t t = contiguous ( resource, input );
  api.buffer_global_addr = t.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_own_contiguous_idiom", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_own_contiguous_idiom_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  release ( resource, t, input );
  return SG_SUCCESS;
}
