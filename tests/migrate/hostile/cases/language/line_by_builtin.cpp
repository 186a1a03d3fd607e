// wall: 1
// what: the line by a function of the compiler
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLineByBuiltin ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = __builtin_LINE ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_line_by_builtin", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
