// wall: 1
// what: the line as a default argument
// expect: either
#include "sgdnn_api.h"

static int placed ( int line = __builtin_LINE () ) { return line; }
tpu_status_t sgdnnLineInDefaultArgument ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = placed ();
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_line_in_default_argument", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
