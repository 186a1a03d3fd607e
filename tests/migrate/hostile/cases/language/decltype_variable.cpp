// wall: 3
// what: a variable of the type of an address
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDecltypeVariable ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  decltype ( input.addr ) where = input.addr;
  api.other_global_addr = where;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_decltype_variable", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
