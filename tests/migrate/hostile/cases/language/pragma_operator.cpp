// wall: 2
// what: a _Pragma in the body
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnPragmaOperator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  _Pragma ( "GCC diagnostic push" )
  _Pragma ( "GCC diagnostic ignored \"-Wunused-variable\"" )
  int nothing = 1;
  _Pragma ( "GCC diagnostic pop" )
  api.dim = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pragma_operator", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
