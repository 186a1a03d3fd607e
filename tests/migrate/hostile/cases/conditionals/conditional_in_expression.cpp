// wall: 1
// what: a conditional inside an expression
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalInExpression ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = mode +
#if defined BACKEND_1684X
            1
#else
            2
#endif
            ;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_expression", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
