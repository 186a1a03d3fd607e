// wall: 3
// what: the default of the flag for not waiting stands in a forward declaration
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnB ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking = false );
tpu_status_t sgdnnA ( tpu_resource_t resource, SgdnnTensor_t input, int mode, bool non_blocking )
{
  SAFE_CALL ( sgdnnB ( resource, input ) );
  tpu_status_t status = sgdnnB ( resource, input );
  return status;
}
tpu_status_t sgdnnB ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_b", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_b_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
