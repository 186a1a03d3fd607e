// wall: 3
// what: the step of a for waits
// expect: either
#include "sgdnn_api.h"



tpu_status_t sgdnnWaitJoinedInForStep ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

for ( int i = 0; i < 2; i += sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ) == SG_SUCCESS ? 1 : 2 )
  api.mode = i;

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

for ( int i = 0; i < 2; i += sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) == SG_SUCCESS ? 1 : 2 )
  api.mode = i;

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
