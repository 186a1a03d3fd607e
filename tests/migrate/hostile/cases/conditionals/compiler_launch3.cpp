// wall: 1
// what: gcc launch3
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnCompilerLaunch3 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#elif __GNUC__ >= 7
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_y", &api, sizeof ( api ), non_blocking ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_z", &api, sizeof ( api ), false ) );
#endif
  return SG_SUCCESS;
}
