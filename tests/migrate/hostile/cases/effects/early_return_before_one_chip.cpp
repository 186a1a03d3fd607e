// wall: 4
// what: an early return before a branch that refuses on one chip
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnEarlyBeforeOneChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( mode == 0 )
  {
    return SG_SUCCESS;
  }
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_only", &api, sizeof ( api ) ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
