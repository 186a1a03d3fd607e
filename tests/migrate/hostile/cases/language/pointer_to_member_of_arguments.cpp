// wall: 3
// what: an argument's field is set through a pointer to member
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnPointerToMemberOfArguments ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  unsigned long long sg_api_one_t::* slot = mode > 1 ? &sg_api_one_t::other_global_addr : &sg_api_one_t::buffer_global_addr;
  api.*slot = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pointer_to_member_of_arguments", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
