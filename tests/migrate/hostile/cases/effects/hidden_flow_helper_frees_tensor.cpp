// wall: 3
// what: hidden flow helper frees tensor
// expect: convert
#include "sgdnn_api.h"
static void done ( tpu_resource_t r, SgdnnTensor_t t ) { sgdnnFreeDevice ( r, sgdnnMemFromDevice ( t.addr, 256 ) ); }
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t other, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.dim = 0;
  tpu_device_mem_t m;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &m, 256 ) );
  SgdnnTensor_t w = input;
  w.addr = sgdnnGetDeviceAddr ( m );
  api.buffer_global_addr = w.addr;
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
  done ( resource, w );
  return SG_SUCCESS;
}

