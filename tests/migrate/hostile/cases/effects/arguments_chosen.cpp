// wall: 3
// what: the launched struct is one of two, by a condition that names an integer
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  sg_api_one_t other = api; other.mode = 4;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "k", mode > 1 ? &api : &other, sizeof api, true ) );
  return SG_SUCCESS;
}
