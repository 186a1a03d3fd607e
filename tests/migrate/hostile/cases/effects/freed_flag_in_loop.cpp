// wall: 3
// what: a flag and a copy of each turn
// expect: convert
#include "sgdnn_api.h"



tpu_status_t sgdnnFreedFlagInLoop ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
SgdnnTensor_t in = input;
  tpu_device_mem_t buf;

  for ( int i = 0; i < 2; ++i )
  {
    bool own = false;
    SgdnnTensor_t in = input;
    if ( i == 1 && !sgdnnIsTensorContiguous ( &input ) )
    {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buf, sgdnnTensorBytes ( &input ) ) );
    in.addr = sgdnnGetDeviceAddr ( buf );
      own = true;
    }
    for ( int j = 0; j < in.dim; ++j ) SGDNN_CHECK ( in.shape[j] > 0 );
    if ( own )
    {
      sgdnnFreeDevice ( resource, sgdnnMemFromDevice ( in.addr, sgdnnTensorBytes ( &in ) ) );
    }
  }
  sg_api_one_t api;
  api.input_global_addr = in.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
