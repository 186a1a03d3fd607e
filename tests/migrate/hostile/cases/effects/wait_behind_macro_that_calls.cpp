// wall: 4
// what: a macro hands a comparison of the status of a call that waits to a function
// expect: either
#include "sgdnn_api.h"
#define NOTE( s ) probe ( s == SG_SUCCESS )

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

#if defined BACKEND_1684X
  NOTE ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  NOTE ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), false ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
