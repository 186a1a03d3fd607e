// wall: 4
// what: another operator is called and waits
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnInnerWaits ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking )
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
tpu_status_t sgdnnWaitOfOperator ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( mode > 2 )
    SAFE_CALL ( sgdnnInnerWaits ( resource, output, mode, false ) );
  probe ( 1 );
  return sgdnnInnerWaits ( resource, output, mode, false );
}
