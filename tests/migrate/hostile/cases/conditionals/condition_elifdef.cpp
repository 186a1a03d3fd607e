// wall: 1
// what: elifdef and elifndef
// expect: either
// flags: -std=c++23
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionElifdef ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#ifdef BACKEND_1684X
  api.mode = 10;
#elifdef BACKEND_SG2260
  api.mode = 20;
#elifndef BACKEND_1684X
  api.mode = 30;
#endif
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_elifdef", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
