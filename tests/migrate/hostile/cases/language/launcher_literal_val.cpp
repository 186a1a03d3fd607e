// wall: 2
// what: literal helper with value
// expect: convert
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t resource, sg_api_one_t api, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking );
#else
  return SG_FAILURE;
#endif
}

tpu_status_t sgdnnLauncherLiteralVal ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
  SAFE_CALL ( run ( resource, api, non_blocking ) );
  return SG_SUCCESS;
}
