// wall: 2
// what: the kernel by a switch into a variable
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnShapeNameSwitch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
  const char *name = nullptr;
  switch ( mode ) {
  case 0: name = "tpu_kernel_api_x"; break;
  case 1: name = "tpu_kernel_api_y"; break;
  default: SGDNN_CHECK ( false );
  }
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
