// wall: 3
// what: one of two calls that wait is returned
// expect: convert
#include "sgdnn_api.h"



tpu_status_t sgdnnWaitJoinedInTernaryReturned ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

return mode > 3 ? sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d", &api, sizeof ( api ) ) : sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_e", &api, sizeof ( api ) );

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

return mode > 3 ? sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d", &api, sizeof ( api ), false ) : sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_e", &api, sizeof ( api ), false );

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
