// wall: 4
// what: a value is read back and decides
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnCopyBack ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  int found = 0;
  SAFE_CALL ( sgdnnMemcpyD2S ( resource, &found, sgdnnMemFromDevice ( input.addr, sizeof ( found ) ), sizeof ( found ) ) );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = found;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_back", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_back_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
