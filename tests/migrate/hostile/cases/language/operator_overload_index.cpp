// wall: 2
// what: an overloaded subscript
// expect: either
#include "sgdnn_api.h"

struct Box { int n[3]; int operator [] ( int i ) const { return n[i] + 1; } };
tpu_status_t sgdnnOperatorOverloadIndex ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Box box = { { 1, 2, mode } };
  api.dim = box[2];
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_operator_overload_index", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
