// wall: 4
// what: the arguments of a copy have effects
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnCopySwapped ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int host[4] = {};
  int i = 0;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &host[probe ( 1 )], sgdnnMemFromDevice ( input.addr, 4 ), 4 + ( i++ ) ) );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = host[1];
  api.dtype = i;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_copies", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_copies_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
