// wall: 2
// what: an operator is called through a pointer
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnPointed ( tpu_resource_t resource, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_pointed", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_pointed_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnCallsPointed ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  tpu_status_t ( * f ) ( tpu_resource_t, SgdnnTensor_t, int, bool ) = sgdnnPointed;
  SAFE_CALL ( f ( resource, output, mode, false ) );
  return SG_SUCCESS;
}
