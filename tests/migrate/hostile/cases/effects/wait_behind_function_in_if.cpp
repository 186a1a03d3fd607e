// wall: 4
// what: a function in an if is given the status of a call that waits
// expect: either
#include "sgdnn_api.h"
static void note ( tpu_status_t s ) { probe ( 2 ); }

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

#if defined BACKEND_1684X
  if ( mode ) note ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  if ( mode ) note ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), false ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
