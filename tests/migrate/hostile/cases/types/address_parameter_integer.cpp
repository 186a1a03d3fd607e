// wall: 3
// what: an integer parameter becomes a tensor's address
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnParameterInteger ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, unsigned long long where, int mode, bool non_blocking )
{
  SgdnnTensor_t other = input;
  other.addr = where;
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.other_global_addr = other.addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_where", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_where_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
