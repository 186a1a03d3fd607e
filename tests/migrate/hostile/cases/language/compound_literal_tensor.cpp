// wall: 3
// what: a compound literal of a tensor
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnCompoundLiteralTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t none = ( SgdnnTensor_t ) { .addr = 0, .dim = 2 };
  api.other_global_addr = none.addr;
  api.dim = none.dim;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_compound_literal_tensor", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
