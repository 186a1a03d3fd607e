// wall: 3
// what: a case range over data types
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeSwitchRange ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  switch ( input.dtype )
  {
    case SGDNN_DTYPE_INT8 ... SGDNN_DTYPE_UINT16: api.dim = 1; break;
    default: api.dim = 2;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_dtype_switch_range", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
