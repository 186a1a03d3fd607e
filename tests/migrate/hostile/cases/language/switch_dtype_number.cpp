// wall: 3
// what: a switch over a data type with numbers for cases
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnSwitchDtypeNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  switch ( input.dtype )
  {
    case 9: api.dim = 1; break;
    case 5: api.dim = 2; break;
    default: api.dim = 3;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_switch_dtype_number", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
