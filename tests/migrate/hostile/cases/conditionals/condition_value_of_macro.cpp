// wall: 1
// what: the chip's macro is asked for its value
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionValueOfMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if BACKEND_SG2260
  api.mode = 20;
#endif
#if BACKEND_1684X + 0 == 1
  api.dim = 4;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_value", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
