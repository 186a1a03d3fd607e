// wall: 1
// what: a directive over several lines, a word cut by a splice
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionContinued ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined \
  BACKEND_1684X
  api.mode = 10;
#el\
se
  api.mode = 20;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_continued", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
