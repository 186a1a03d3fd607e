// wall: 4
// what: the branch that refuses on one chip is under a condition
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOneChipBehindCondition ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  if ( mode > 2 )
  {
#if defined BACKEND_1684X
    SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_only", &api, sizeof ( api ) ) );
#else
    SGDNN_CHECK ( false );
#endif
  }
  return SG_SUCCESS;
}
