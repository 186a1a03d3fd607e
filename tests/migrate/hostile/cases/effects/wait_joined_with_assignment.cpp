// wall: 3
// what: a call that waits is given to a status behind &&
// expect: convert
#include "sgdnn_api.h"



tpu_status_t sgdnnWaitJoinedWithAssignment ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

tpu_status_t status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) );
if ( status != SG_SUCCESS ) return status;
if ( mode > 1 && ( status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ) ) ) != SG_SUCCESS ) return status;

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

tpu_status_t status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false );
if ( status != SG_SUCCESS ) return status;
if ( mode > 1 && ( status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ) ) != SG_SUCCESS ) return status;

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
