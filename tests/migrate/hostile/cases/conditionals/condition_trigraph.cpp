// wall: 1
// what: directives written with trigraphs
// expect: either
// flags: -std=c++17 -trigraphs
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionTrigraph ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
??=if defined BACKEND_1684X
  api.mode = 10;
??=else
  api.mode = 20;
??=endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_trigraph", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
