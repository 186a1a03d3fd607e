// wall: 3
// what: a helper without a result launches with an address that it is given as a number
// expect: convert
#include "sgdnn_api.h"
static void zero_fill ( tpu_resource_t resource, unsigned long long addr, unsigned long long bytes, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = 0;
  api.output_global_addr = addr;
  api.transposed = (int) bytes;
  api.dtype = 0;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zero_fill", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zero_fill_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
}
tpu_status_t sgdnnScatterAdd ( tpu_resource_t resource, SgdnnTensor_t index, SgdnnTensor_t src, SgdnnTensor_t output, bool non_blocking )
{
  zero_fill ( resource, output.addr, sgdnnTensorBytes ( &output ), non_blocking );
  sg_api_one_t api;
  api.input_global_addr = src.addr;
  api.other_global_addr = index.addr;
  api.output_global_addr = output.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_scatter_add", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_scatter_add_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
