// wall: 3
// what: one of two addresses
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalValue ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.input_global_addr = mode > 2 ? input.addr : output.addr;
  api.other_global_addr = mode > 3 ? input.addr : 0;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_conditional", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_conditional_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
