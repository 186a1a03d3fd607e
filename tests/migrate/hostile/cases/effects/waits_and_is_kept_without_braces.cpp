// wall: 3
// what: the answer of a call that waits is kept and compared in an if without braces
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnWaitsAndIsKeptWithoutBraces ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );

  tpu_status_t s;
#if defined BACKEND_1684X
  if ( ( s = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_wy", &api, sizeof ( api ) ) ) != SG_SUCCESS ) return s;
#elif defined BACKEND_SG2260
  if ( ( s = sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_wy_multi_core", &api, sizeof ( api ), false ) ) != SG_SUCCESS ) return s;
#endif
  probe ( 5 );
  return s;
}
