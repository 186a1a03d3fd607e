// wall: 4
// what: a common launch before the branch that refuses on one chip
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOneChipCommon ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_common", &api, sizeof ( api ), non_blocking ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_only", &api, sizeof ( api ) ) );
#else
  SGDNN_CHECK ( mode < 0 );
#endif
  return SG_SUCCESS;
}
