// wall: 3
// what: a const reference binds to a copy: unsigned long instead of unsigned long long
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnDeducedAddressConstref ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  auto a = input.addr; const unsigned long long & r = a; a += 64; api.buffer_global_addr = r;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c1_constref", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
