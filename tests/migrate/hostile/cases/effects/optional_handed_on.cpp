// wall: 4
// what: an optional tensor is handed to an operator that asks for it
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnOptionalInner ( tpu_resource_t resource, SgdnnTensor_t bias, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = bias.addr != 0 ? 2 : 3;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_inner", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_inner_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnOptionalHandedOn ( tpu_resource_t resource, SgdnnTensor_t weight, SgdnnTensor_t output, int mode, bool non_blocking )
{
  return sgdnnOptionalInner ( resource, weight, output, mode, non_blocking );
}
