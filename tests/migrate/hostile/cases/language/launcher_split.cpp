// wall: 2
// what: the names stand apart
// expect: convert
#include "sgdnn_api.h"

static tpu_status_t run ( const char *one, tpu_resource_t resource, const void *api, const char *many, size_t size, bool non_blocking )
{

#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, one, api, size );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, many, api, size, non_blocking );
#else
  return SG_FAILURE;
#endif

}

tpu_status_t sgdnnLauncherSplit1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( run ( "tpu_kernel_api_x", resource, &api, "tpu_kernel_api_x_multi_core", sizeof ( api ), non_blocking ) );

  return SG_SUCCESS;
}

tpu_status_t sgdnnLauncherSplit2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( run ( "tpu_kernel_api_y", resource, &api, "tpu_kernel_api_y_multi_core", sizeof ( api ), non_blocking ) );

  return SG_SUCCESS;
}
