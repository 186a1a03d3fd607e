// wall: 3
// what: a set of element types as bits
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeBits ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  const unsigned allowed = ( 1u << SGDNN_DTYPE_FP32 ) | ( 1u << SGDNN_DTYPE_FP16 );
  SGDNN_CHECK ( allowed >> input.dtype & 1 );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = allowed;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_bits", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_bits_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
