// wall: 3
// what: success stands in front of a call that waits
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnWaitsBehindSuccessInFront ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

#if defined BACKEND_1684X
  if ( SG_SUCCESS != sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_wy", &api, sizeof ( api ) ) ) return SG_FAILURE;
#elif defined BACKEND_SG2260
  if ( SG_SUCCESS != sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_wy_multi_core", &api, sizeof ( api ), false ) ) return SG_FAILURE;
#endif
  probe ( 5 );
  return SG_SUCCESS;
}
