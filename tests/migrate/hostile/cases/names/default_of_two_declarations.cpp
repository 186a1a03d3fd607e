// wall: 2
// what: the definition gives a parameter its default
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnInnerWidth ( tpu_resource_t resource, SgdnnTensor_t output, int mode = 5, bool non_blocking = true )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_inner", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_inner_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnUsesWidth ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  return sgdnnInnerWidth ( resource, output );
}
