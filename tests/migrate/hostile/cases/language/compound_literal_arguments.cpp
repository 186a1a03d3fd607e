// wall: 3
// what: a compound literal of an argument struct
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnCompoundLiteralArguments ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api = ( sg_api_one_t ) { input.addr, bias.addr, output.addr, 0, mode };
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_compound_literal_arguments", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
