// wall: 1
// what: a comparison of a negative with an unsigned number in a directive
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionUnsigned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if -1 > 0u
  api.mode = 20;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_unsigned", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
