// wall: 3
// what: a chain of assignments over fields and locals
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnAssignmentChainAddresses ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  unsigned long long where;
  api.other_global_addr = where = input.addr;
  api.buffer_global_addr = where;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_assignment_chain_addresses", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
