// wall: 1
// what: chip dtype macro
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define DT SGDNN_DTYPE_FP32
#else
#define DT SGDNN_DTYPE_FP16
#endif

tpu_status_t sgdnnChipDtypeMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  if ( input.dtype == DT ) api.mode = 3; else api.mode = 4;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
