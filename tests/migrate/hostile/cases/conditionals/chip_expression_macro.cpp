// wall: 1
// what: chip expression macro
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define EXPR mode + 1
#else
#define EXPR mode + 2
#endif

tpu_status_t sgdnnChipExpressionMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = EXPR;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
