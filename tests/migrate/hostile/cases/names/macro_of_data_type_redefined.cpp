// wall: 2
// what: a macro that names a data type is defined again in the function
// expect: refused
//- src/case.cpp
#include "sgdnn_api.h"
#define A SGDNN_DTYPE_FP32
tpu_status_t sgdnnMacroOfDataTypeRedefined ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = input.dtype == A;
#undef A
#define A SGDNN_DTYPE_FP16
  api.mode += input.dtype == A;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
