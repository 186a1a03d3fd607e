// wall: 2
// what: the kernel by a ternary
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnShapeNameTernary ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, mode ? "tpu_kernel_api_x" : "tpu_kernel_api_y", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, mode ? "tpu_kernel_api_x_multi_core" : "tpu_kernel_api_y_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
