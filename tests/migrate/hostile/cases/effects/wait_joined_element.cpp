// wall: 3
// what: a truth value in an array whose index counts
// expect: either
#include "sgdnn_api.h"



tpu_status_t sgdnnWaitJoinedElement ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

bool ok[3] = { };
int n = 0;
ok[n++] = mode > 2 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ) == SG_SUCCESS;
api.mode = ok[0] + n;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ) ) );

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

bool ok[3] = { };
int n = 0;
ok[n++] = mode > 2 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) == SG_SUCCESS;
api.mode = ok[0] + n;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ) );

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
