// wall: 3
// what: a choice within the choice of an address, in parentheses
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnE1 ( tpu_resource_t resource, SgdnnTensor_t a, SgdnnTensor_t b, SgdnnTensor_t c, bool non_blocking )
{
  sg_api_two_t api = {};
  api.input_global_addr = a.addr ? a.addr : ( b.addr ? b.addr : c.addr );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_e1", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_e1_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
