// wall: 3
// what: a helper gives a part of the tensor, which differs from it and is its caller's
// expect: refused
#include "sgdnn_api.h"
static SgdnnTensor_t part ( tpu_resource_t r, const SgdnnTensor_t & like ) {
  SgdnnTensor_t t = like;
  SGDNN_CHECK ( like.addr != 0 );
  if ( sgdnnIsTensorContiguous ( &like ) ) { t.addr = like.addr + 64; return t; }
  tpu_device_mem_t m; SAFE_CALL ( sgdnnMallocDeviceByte ( r, &m, sgdnnTensorBytes ( &like ) ) ); t.addr = sgdnnGetDeviceAddr ( m ); return t; }
static void release ( tpu_resource_t r, const SgdnnTensor_t & c, const SgdnnTensor_t & t ) { if ( c.addr != t.addr ) { sgdnnFreeDevice ( r, sgdnnMemFromDevice (  c.addr, sgdnnTensorBytes ( &c ) ) ); } }
tpu_status_t sgdnnFreedGivenPartByHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  SGDNN_CHECK ( input.addr != 0 );
  SgdnnTensor_t t = part ( resource, input );
  api.buffer_global_addr = t.addr;
  
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_freed_given_part_by_helper", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_freed_given_part_by_helper_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif

  release ( resource, t, input );
  return SG_SUCCESS;
}
