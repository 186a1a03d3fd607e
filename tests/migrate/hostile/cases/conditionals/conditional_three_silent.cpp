// wall: 1
// what: of three chips one falls through without a word
// expect: either
// chips: 3
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalThreeSilent ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_old", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_new", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
