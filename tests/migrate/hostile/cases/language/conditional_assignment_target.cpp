// wall: 3
// what: the target of an assignment is chosen
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalAssignmentTarget ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  ( mode > 2 ? api.other_global_addr : api.buffer_global_addr ) = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_conditional_assignment_target", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
