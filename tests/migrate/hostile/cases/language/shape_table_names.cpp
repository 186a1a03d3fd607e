// wall: 2
// what: kernel names in a table by mode
// expect: either
#include "sgdnn_api.h"
static const char * const names[] = { "tpu_kernel_api_x", "tpu_kernel_api_y" };

tpu_status_t sgdnnShapeTableNames ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
  SGDNN_CHECK ( mode == 0 || mode == 1 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, names[mode], &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
