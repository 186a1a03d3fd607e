// wall: 3
// what: a conditional of both is no lvalue
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnDeducedAddressTern ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  auto a = input.addr; auto & r = mode ? a : api.output_global_addr; r += 64; api.buffer_global_addr = a;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c9_tern", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
