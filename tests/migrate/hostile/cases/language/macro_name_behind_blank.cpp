// wall: 2
// what: the name of a function-like macro without a call
// expect: either
#include "sgdnn_api.h"

#define TWICE(x) ( 2 * ( x ) )
tpu_status_t sgdnnMacroNameBehindBlank ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  int TWICE = mode;
  api.dim = TWICE + TWICE ( 3 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_name_behind_blank", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
