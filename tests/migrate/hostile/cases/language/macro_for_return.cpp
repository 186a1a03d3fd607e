// wall: 4
// what: a macro returns
// expect: either
#include "sgdnn_api.h"

#define RETURN_IF(c) if ( c ) return SG_FAILURE
tpu_status_t sgdnnMacroForReturn ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  RETURN_IF ( mode > 4 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_macro_for_return", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
