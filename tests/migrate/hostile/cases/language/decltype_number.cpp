// wall: 3
// what: a variable of the type of an address holds a number
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDecltypeNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  decltype ( input.addr ) count = mode;
  api.dim = ( int ) ( count / 2 );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_decltype_number", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
