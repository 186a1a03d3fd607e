// wall: 1
// what: a case of a switch differs
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnBodySwitchCut ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  switch ( mode ) {
  case 0: api.mode = 5; break;
#if defined BACKEND_1684X
  case 1: api.mode = 6; break;
#else
  case 2: api.mode = 7; break;
#endif
  default: api.mode = 8;
  }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
