// wall: 3
// what: a pointer to the member
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnPointerToMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  unsigned long long SgdnnTensor_t::* field = &SgdnnTensor_t::addr;
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.input_global_addr = input.*field;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_member", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_member_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
