// wall: 3
// what: a struct holds a tensor
// expect: either
#include "sgdnn_api.h"

struct Pair { SgdnnTensor_t first; SgdnnTensor_t * second; };
tpu_status_t sgdnnOfMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Pair pair = { input, &output };
  sg_api_one_t api;
  api.input_global_addr = pair.first.addr;
  api.output_global_addr = pair.second->addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_member", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_member_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
