// wall: 3
// what: a static local keeps a tensor
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnStaticLocalTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  static SgdnnTensor_t kept = input;
  api.other_global_addr = kept.addr;
  kept = input;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_static_local_tensor", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
