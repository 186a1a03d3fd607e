// wall: 3
// what: an address is kept in an uintptr_t
// expect: either
#include "sgdnn_api.h"

#include <stdint.h>
tpu_status_t sgdnnAddressThroughUintptr ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  uintptr_t where = input.addr;
  api.other_global_addr = where;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_address_through_uintptr", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
