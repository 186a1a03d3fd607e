// wall: 3
// what: a check of two calls that wait
// expect: convert
#include "sgdnn_api.h"



tpu_status_t sgdnnWaitJoinedInCheck ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

SGDNN_CHECK ( mode > -5 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ) == SG_SUCCESS && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ) ) == SG_SUCCESS );
if ( mode > 2 )
  SGDNN_CHECK ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c", &api, sizeof ( api ) ) == SG_SUCCESS && mode < 99 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d", &api, sizeof ( api ) ) == SG_SUCCESS );

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

SGDNN_CHECK ( mode > -5 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) == SG_SUCCESS && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ) == SG_SUCCESS );
if ( mode > 2 )
  SGDNN_CHECK ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c", &api, sizeof ( api ), false ) == SG_SUCCESS && mode < 99 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d", &api, sizeof ( api ), false ) == SG_SUCCESS );

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
