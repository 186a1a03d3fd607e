// wall: 1
// what: the line as an argument of a macro
// expect: either
#include "sgdnn_api.h"

#define KEEP(x) ( x )
tpu_status_t sgdnnLineInMacroArgument ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = KEEP ( __LINE__ );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_line_in_macro_argument", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
