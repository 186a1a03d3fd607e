// wall: 3
// what: a truth value of a call that waits
// expect: convert
#include "sgdnn_api.h"



tpu_status_t sgdnnWaitJoinedInBool ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

bool ok = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ) == SG_SUCCESS;
ok = ok && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ) ) == SG_SUCCESS;
bool both = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c", &api, sizeof ( api ) ) == SG_SUCCESS && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d", &api, sizeof ( api ) ) == SG_SUCCESS;
if ( !ok || !both ) return SG_FAILURE;

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

bool ok = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) == SG_SUCCESS;
ok = ok && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ) == SG_SUCCESS;
bool both = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c", &api, sizeof ( api ), false ) == SG_SUCCESS && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d", &api, sizeof ( api ), false ) == SG_SUCCESS;
if ( !ok || !both ) return SG_FAILURE;

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
