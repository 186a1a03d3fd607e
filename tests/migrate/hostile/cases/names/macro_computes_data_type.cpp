// wall: 2
// what: a macro computes with a data type
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#define NEXT ( SGDNN_DTYPE_FP32 + 1 )
tpu_status_t sgdnnMacroComputesDataType ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = input.dtype < NEXT;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
