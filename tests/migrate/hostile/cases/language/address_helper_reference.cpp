// wall: 3
// what: a helper takes a reference to the address
// expect: either
#include "sgdnn_api.h"

static void move_on ( unsigned long long & where ) { where += 64; }
tpu_status_t sgdnnAddressHelperReference ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  move_on ( input.addr );
  api.other_global_addr = input.addr;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_address_helper_reference", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
