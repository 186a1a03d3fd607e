// wall: 3
// what: a branch of an address's choice is in two pairs of parentheses
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnE3 ( tpu_resource_t resource, SgdnnTensor_t a, SgdnnTensor_t b, bool non_blocking )
{
  sg_api_two_t api = {};
  api.input_global_addr = b.dim ? ( ( a ).addr ) : 0;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_e3", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_e3_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
