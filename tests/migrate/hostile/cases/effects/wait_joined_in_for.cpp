// wall: 3
// what: the condition of a for waits
// expect: convert
#include "sgdnn_api.h"



tpu_status_t sgdnnWaitJoinedInFor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
#if defined BACKEND_1684X
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

for ( int i = 0; i < 3 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ) ) == SG_SUCCESS; ++i )
{
  api.mode = i;
  if ( i == mode ) continue;
  api.dim = i;
}
for ( int i = 0; sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ) ) == SG_SUCCESS && i < 2; ++i )
  api.mode += i;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c", &api, sizeof ( api ) ) );

#elif defined BACKEND_SG2260
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.dtype = sgdnnTPUKernelDType ( input.dtype );
api.mode = mode;

for ( int i = 0; i < 3 && sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_a", &api, sizeof ( api ), false ) == SG_SUCCESS; ++i )
{
  api.mode = i;
  if ( i == mode ) continue;
  api.dim = i;
}
for ( int i = 0; sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ), false ) == SG_SUCCESS && i < 2; ++i )
  api.mode += i;
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_c", &api, sizeof ( api ), false ) );

#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
