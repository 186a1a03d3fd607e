// wall: 3
// what: a helper makes the copy and frees it
// expect: convert
#include "sgdnn_api.h"

static int twice ( tpu_resource_t resource, SgdnnTensor_t input, int mode )
{
  SgdnnTensor_t in = input;
  bool own = false;
  if ( mode > 2 )
  {
    tpu_device_mem_t buf;
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buf, sgdnnTensorBytes ( &input ) ) );
    in.addr = sgdnnGetDeviceAddr ( buf );
    own = true;
  }
  const int dim = in.dim;
  if ( own ) sgdnnFreeDevice ( resource, sgdnnMemFromDevice ( in.addr, sgdnnTensorBytes ( &in ) ) );
  return dim;
}

tpu_status_t sgdnnFreedFlagOfHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
SgdnnTensor_t in = input;
  tpu_device_mem_t buf;

  in.dim = twice ( resource, input, mode );
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
