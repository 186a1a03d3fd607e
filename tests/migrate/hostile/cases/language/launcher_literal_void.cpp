// wall: 2
// what: literal helper with void*
// expect: convert
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t resource, const void *api, size_t size, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", api, size );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", api, size, non_blocking );
#else
  return SG_FAILURE;
#endif
}

tpu_status_t sgdnnLauncherLiteralVoid ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
  SAFE_CALL ( run ( resource, &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
