// wall: 3
// what: the address is the condition of loops
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnAddressInWhile ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = 0;
  while ( bias.addr && api.dim < 3 ) ++api.dim;
  do { ++api.dim; } while ( bias.addr && api.dim < 5 );
  for ( ; bias.addr && api.dim < 9; ) ++api.dim;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_while", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_while_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
