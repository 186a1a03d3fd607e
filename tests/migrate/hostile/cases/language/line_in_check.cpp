// wall: 1
// what: the line inside a check
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLineInCheck ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SGDNN_CHECK ( mode != __LINE__ );
  api.dim = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_line_in_check", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
