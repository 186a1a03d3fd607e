// wall: 1
// what: a sum of the operator defined
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionSumOfDefined ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined(BACKEND_SG2260) + defined(BACKEND_1684X) * 2 == 2
  api.mode = 20;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_sum", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
