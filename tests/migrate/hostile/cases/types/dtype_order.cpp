// wall: 3
// what: element types are ordered
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeOrder ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = input.dtype > SGDNN_DTYPE_UINT16 ? 1 : 2;
  if ( input.dtype >= SGDNN_DTYPE_FP16 && input.dtype <= SGDNN_DTYPE_BF16 ) api.dtype = 9;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_order", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_order_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
