// wall: 3
// what: freed in a loop that sets the address back
// expect: refused
#include "sgdnn_api.h"



tpu_status_t sgdnnFreedFlagFreedInLoop ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
SgdnnTensor_t in = input;
  tpu_device_mem_t buf;
  bool own = false;
  if ( mode > 2 )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buf, sgdnnTensorBytes ( &input ) ) );
    in.addr = sgdnnGetDeviceAddr ( buf );
    own = true;
  }
  for ( int i = 0; i < 2; ++i )
  {
    if ( own )
    {
      sgdnnFreeDevice ( resource, sgdnnMemFromDevice ( in.addr, sgdnnTensorBytes ( &in ) ) );
    }
    in = input;
  }
  sg_api_one_t api;
  api.input_global_addr = input.addr;
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
