// wall: 1
// what: the words not, and, or in place of the signs
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionNot ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if not defined BACKEND_1684X and defined ( BACKEND_SG2260 )
  api.mode = 20;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_words", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
