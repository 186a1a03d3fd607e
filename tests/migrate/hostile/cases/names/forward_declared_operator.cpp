// wall: 2
// what: an operator is declared above another that calls it
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnLater ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking )
;
tpu_status_t sgdnnEarlier ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  return sgdnnLater ( resource, output, mode + 1, non_blocking );
}
tpu_status_t sgdnnLater ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_later", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_later_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
