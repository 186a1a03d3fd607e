// wall: 3
// what: a type derived from the tensor
// expect: either
#include "sgdnn_api.h"

struct Named : SgdnnTensor_t { int extra; };
tpu_status_t sgdnnTensorDerived ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Named named;
  static_cast < SgdnnTensor_t & > ( named ) = input;
  api.other_global_addr = named.addr;
  api.dim = named.extra = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_tensor_derived", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
