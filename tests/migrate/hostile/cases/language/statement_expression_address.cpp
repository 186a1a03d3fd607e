// wall: 3
// what: a statement expression gives an address
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStatementExpressionAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.other_global_addr = ( { SgdnnTensor_t t = mode > 2 ? input : output; t.addr; } );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_statement_expression_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
