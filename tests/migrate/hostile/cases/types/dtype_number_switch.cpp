// wall: 3
// what: a switch over the number with data types as labels, and numbers
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnNumberSwitch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  switch ( ( int ) input.dtype )
  {
    case SGDNN_DTYPE_FP32: api.mode = 1; break;
    case SGDNN_DTYPE_FP16: api.mode = 2; break;
    default: api.mode = 3;
  }
  switch ( ( int ) input.dtype )
  {
    case 9: api.dim = 4; break;
    case 5: api.dim = 5; break;
    default: api.dim = 6;
  }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_switch_n", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_switch_n_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
