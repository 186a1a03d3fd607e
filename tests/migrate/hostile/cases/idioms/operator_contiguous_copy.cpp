// wall: 4
// what: an operator that copies its input where it is not contiguous, and frees the copy on the same condition
// expect: convert
#include "sgdnn_api.h"

static tpu_status_t copy_to ( tpu_resource_t resource, SgdnnTensor_t from, SgdnnTensor_t to, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = from.addr;
  api.output_global_addr = to.addr;
  api.transposed = 0;
  api.dtype = sgdnnTPUKernelDType ( from.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_copy", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_copy_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnGeluX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  SgdnnTensor_t contiguous = input;
  tpu_device_mem_t mem;
  const bool need_copy = !sgdnnIsTensorContiguous ( &input );
  if ( need_copy )
  {
    SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &mem, sgdnnTensorBytes ( &input ) ) );
    contiguous.addr = sgdnnGetDeviceAddr ( mem );
    int stride = 1;
    for ( int i = input.dim - 1; i >= 0; --i ) { contiguous.stride[i] = stride; stride *= input.shape[i]; }
    SAFE_CALL ( copy_to ( resource, input, contiguous, non_blocking ) );
  }
  sg_api_one_t api = {};
  api.input_global_addr = contiguous.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_gelu", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_gelu_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  if ( need_copy )
  {
    sgdnnFreeDevice ( resource, mem );
  }
  return SG_SUCCESS;
}
