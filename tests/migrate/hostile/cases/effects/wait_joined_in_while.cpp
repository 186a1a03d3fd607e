// wall: 3
// what: the condition of a loop waits
// expect: convert
#include "sgdnn_api.h"



tpu_status_t sgdnnWaitJoinedInWhile ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

int tries = 0;
while ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ) != SG_SUCCESS && ++tries < 3 )
{
  api.mode = tries;
}

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

int tries = 0;
while ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) != SG_SUCCESS && ++tries < 3 )
{
  api.mode = tries;
}

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
