// wall: 3
// what: a helper frees what differs from something, and is given the caller's tensor
// expect: refused
#include "sgdnn_api.h"
static void release ( tpu_resource_t r, SgdnnTensor_t c, SgdnnTensor_t t ) { if ( c.addr != t.addr ) sgdnnFreeDevice ( r, sgdnnMemFromDevice ( c.addr, sgdnnTensorBytes ( &c ) ) ); }
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.dim = 0;
  SgdnnTensor_t c = input;
  if ( !sgdnnIsTensorContiguous ( &input ) ) {
    tpu_device_mem_t m;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, sgdnnTensorBytes ( &input ) ) );
    c.addr = sgdnnGetDeviceAddr ( m );
  }
  api.other_global_addr = c.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.input_global_addr = input.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  release ( resource, other, c );
  return SG_SUCCESS;
}

