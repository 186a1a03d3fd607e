// wall: 2
// what: a helper launches under a given name
// expect: convert
#include "sgdnn_api.h"

static tpu_status_t run ( tpu_resource_t resource, const char *one, const char *many, const void *api, size_t size, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, one, api, size );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, many, api, size, non_blocking );
#else
  return SG_FAILURE;
#endif
}
tpu_status_t sgdnnShapeLaunchHelper1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
  SAFE_CALL ( run ( resource, "tpu_kernel_api_x", "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
tpu_status_t sgdnnShapeLaunchHelper2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode + 1;
  SAFE_CALL ( run ( resource, "tpu_kernel_api_y", "tpu_kernel_api_y_multi_core", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
