// wall: 3
// what: a flag for each of two copies, freed in a block of several statements
// expect: convert
#include "sgdnn_api.h"



tpu_status_t sgdnnFreedFlagTwoTensors ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
SgdnnTensor_t in = input;
  tpu_device_mem_t buf;

  bool own = false, own_out = false;
  SgdnnTensor_t out = output;
  if ( !sgdnnIsTensorContiguous ( &input ) )
  {
    own = true;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buf, sgdnnTensorBytes ( &input ) ) );
    in.addr = sgdnnGetDeviceAddr ( buf );
  }
  if ( mode > 2 )
  {
    tpu_device_mem_t other;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &other, sgdnnTensorBytes ( &output ) ) );
    out.addr = sgdnnGetDeviceAddr ( other );
    out.dim = 1;
    own_out = true;
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
  if ( own_out == true )
  {
    tpu_device_mem_t mem = sgdnnMemFromDevice ( out.addr, sgdnnTensorBytes ( &out ) );
    printf ( "freed %d\n", own_out );
    sgdnnFreeDevice ( resource, mem );
  }
  if ( own && mode < 100 )
  {
    sgdnnFreeDevice ( resource, sgdnnMemFromDevice ( in.addr, sgdnnTensorBytes ( &in ) ) );
    own = false;
  }
  return SG_SUCCESS;
}
