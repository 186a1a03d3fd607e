// wall: 3
// what: a macro with an effect stands in front of a call that waits
// expect: refused
#include "sgdnn_api.h"
#define FINE ( probe ( 3 ), SG_SUCCESS )
tpu_status_t sgdnnWaitsBehindEffectInFront ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

#if defined BACKEND_1684X
  if ( FINE != sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_wy", &api, sizeof ( api ) ) ) return SG_FAILURE;
#elif defined BACKEND_SG2260
  if ( FINE != sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_wy_multi_core", &api, sizeof ( api ), false ) ) return SG_FAILURE;
#endif
  return SG_SUCCESS;
}
