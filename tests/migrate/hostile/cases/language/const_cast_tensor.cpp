// wall: 3
// what: a const_cast of a tensor
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConstCastTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  const SgdnnTensor_t & view = input;
  const_cast < SgdnnTensor_t & > ( view ).addr = output.addr;
  api.other_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_const_cast_tensor", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
