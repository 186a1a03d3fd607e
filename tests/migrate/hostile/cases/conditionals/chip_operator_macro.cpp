// wall: 1
// what: chip operator macro
// expect: equal
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define OP +
#else
#define OP -
#endif

tpu_status_t sgdnnChipOperatorMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = 20 OP 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
