// wall: 2
// what: a macro stands for another data type than its name
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#define SGDNN_DTYPE_FP16 SGDNN_DTYPE_BF16
tpu_status_t sgdnnMacroHidesEnumerator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = input.dtype == SGDNN_DTYPE_FP16;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
