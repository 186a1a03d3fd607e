// wall: 4
// what: a check of the element type on one chip
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnRowDtypesOneChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
