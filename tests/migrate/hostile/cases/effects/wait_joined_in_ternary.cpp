// wall: 3
// what: one of two calls that wait
// expect: convert
#include "sgdnn_api.h"



tpu_status_t sgdnnWaitJoinedInTernary ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

tpu_status_t status = mode ? sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ) : sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ) );
if ( status != SG_SUCCESS ) return status;
status = ( mode > 2 ) ? sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c", &api, sizeof ( api ) ) : SG_SUCCESS;
if ( status != SG_SUCCESS ) return status;
SAFE_CALL ( mode > 3 ? sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d", &api, sizeof ( api ) ) : sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_e", &api, sizeof ( api ) ) );

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

tpu_status_t status = mode ? sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) : sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false );
if ( status != SG_SUCCESS ) return status;
status = ( mode > 2 ) ? sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c", &api, sizeof ( api ), false ) : SG_SUCCESS;
if ( status != SG_SUCCESS ) return status;
SAFE_CALL ( mode > 3 ? sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_d", &api, sizeof ( api ), false ) : sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_e", &api, sizeof ( api ), false ) );

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
