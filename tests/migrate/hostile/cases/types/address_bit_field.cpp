// wall: 3
// what: a bit field takes part of the address
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnBitField ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  struct { unsigned long long low : 40; unsigned long long high : 24; } parts;
  parts.low = input.addr;
  parts.high = mode;
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.input_global_addr = parts.low;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_bits", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_bits_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
