// wall: 3
// what: a helper returns a truth value
// expect: either
#include "sgdnn_api.h"

static bool both ( tpu_resource_t resource, sg_api_one_t api )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ) == SG_SUCCESS;
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) == SG_SUCCESS && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ) == SG_SUCCESS;
#endif
  return false;
}

tpu_status_t sgdnnWaitJoinedReturnedBool ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

SGDNN_CHECK ( both ( resource, api ) );

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

SGDNN_CHECK ( both ( resource, api ) );

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
