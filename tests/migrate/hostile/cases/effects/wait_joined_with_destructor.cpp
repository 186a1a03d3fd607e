// wall: 3
// what: an object of the condition ends behind it
// expect: either
#include "sgdnn_api.h"

struct Guard { bool on; explicit Guard ( int n ) : on ( n ) { } ~Guard ( ) { probe ( 77 ); } };

tpu_status_t sgdnnWaitJoinedWithDestructor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

if ( Guard ( 1 ).on && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ) == SG_SUCCESS )
{
  api.mode = 3;
}
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ) ) );

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

if ( Guard ( 1 ).on && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) == SG_SUCCESS )
{
  api.mode = 3;
}
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ) );

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
