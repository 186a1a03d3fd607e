// wall: 3
// what: a switch with an initialiser over a data type
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnSwitchInitialiserDtype ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  switch ( auto kind = input.dtype; kind )
  {
    case SGDNN_DTYPE_FP32: api.dim = 1; break;
    case SGDNN_DTYPE_FP16: api.dim = 2; break;
    default: api.dim = 3;
  }
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_switch_initialiser_dtype", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
