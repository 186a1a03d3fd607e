// wall: 4
// what: a check of the element type between two launches
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnRowDtypesSecond ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), non_blocking ) );
  SGDNN_CHECK ( input.dtype == SGDNN_DTYPE_FP32 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
