// wall: 3
// what: sizes of buffers are rounded up by a macro
// expect: convert
#include "sgdnn_api.h"

#define ALIGN_UP(n, k) (((n) + (k) - 1) / (k) * (k))
#define DIV_UP(a, b) (((a) - 1) / (b) + 1)
tpu_status_t sgdnnAlignMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_device_mem_t buffer;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer, ALIGN_UP ( sgdnnTensorBytes ( &input ), 128 ) ) );
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer );
  api.dim = DIV_UP ( input.shape[0], 8 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_align_macro", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_align_macro_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, buffer );
  return SG_SUCCESS;
}
