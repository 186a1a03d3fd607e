// wall: 2
// what: an overloaded comparison of tensors
// expect: either
#include "sgdnn_api.h"

static bool operator == ( const SgdnnTensor_t & a, const SgdnnTensor_t & b ) { return a.dim == b.dim; }
tpu_status_t sgdnnOperatorOverloadCompare ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input == output ? 1 : 2;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_operator_overload_compare", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
