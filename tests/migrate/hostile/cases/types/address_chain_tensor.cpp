// wall: 3
// what: a chain of assignments through a tensor
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnChainTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t copy = output;
  sg_api_one_t api;
  api.mode = mode;
  api.input_global_addr = copy.addr = input.addr;
  api.output_global_addr = copy.addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_chain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_chain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
