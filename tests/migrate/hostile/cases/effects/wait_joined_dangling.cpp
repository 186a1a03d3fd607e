// wall: 3
// what: an else that belongs to the inner if
// expect: convert
#include "sgdnn_api.h"



tpu_status_t sgdnnWaitJoinedDangling ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

if ( mode > 0 )
  if ( mode > 1 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ) == SG_SUCCESS )
    api.mode = 5;
  else
    api.mode = 6;
if ( mode > 0 )
{
  if ( mode > 3 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ) ) != SG_SUCCESS )
    return SG_FAILURE;
}
else
  api.mode = 8;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c", &api, sizeof ( api ) ) );

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

if ( mode > 0 )
  if ( mode > 1 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) == SG_SUCCESS )
    api.mode = 5;
  else
    api.mode = 6;
if ( mode > 0 )
{
  if ( mode > 3 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ) != SG_SUCCESS )
    return SG_FAILURE;
}
else
  api.mode = 8;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c", &api, sizeof ( api ), false ) );

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
