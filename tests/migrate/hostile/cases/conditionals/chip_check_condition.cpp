// wall: 1
// what: chip check condition
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnChipCheckCondition ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32
#if defined BACKEND_1684X
  || input.dtype == SGDNN_DTYPE_FP16
#else
  || input.dtype == SGDNN_DTYPE_BF16
#endif
  );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz", &api, sizeof ( api ), true ) );
  return SG_SUCCESS;
}
