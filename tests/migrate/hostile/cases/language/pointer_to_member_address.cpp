// wall: 3
// what: the address is read through a pointer to member
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnPointerToMemberAddress ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  unsigned long long SgdnnTensor_t::* where = &SgdnnTensor_t::addr;
  api.other_global_addr = input.*where;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pointer_to_member_address", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
