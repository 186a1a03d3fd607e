// wall: 3
// what: a pointer
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnDeducedAddressPtr ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  auto a = input.addr; const unsigned long long * r = &a; api.buffer_global_addr = *r;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c3_ptr", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
