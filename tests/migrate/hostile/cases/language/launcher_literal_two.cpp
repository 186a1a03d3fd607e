// wall: 2
// what: two helpers, by chip
// expect: either
#include "sgdnn_api.h"
#if defined BACKEND_1684X
static tpu_status_t run ( tpu_resource_t resource, const sg_api_one_t *api, bool )
{
return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", api, sizeof ( *api ) );
}
#else
static tpu_status_t run ( tpu_resource_t resource, const sg_api_one_t *api, bool non_blocking )
{
 return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_x_multi_core", api, sizeof ( *api ), non_blocking );
}
#endif

tpu_status_t sgdnnLauncherLiteralTwo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
  SAFE_CALL ( run ( resource, &api, non_blocking ) );
  return SG_SUCCESS;
}
