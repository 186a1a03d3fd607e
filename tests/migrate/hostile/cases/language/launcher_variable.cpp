// wall: 2
// what: the arguments through a pointer
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

tpu_status_t sgdnnLauncherVariable ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
  const sg_api_one_t *p = &api;
  SAFE_CALL ( run ( resource, "tpu_kernel_api_x", "tpu_kernel_api_x_multi_core", p, sizeof ( *p ), non_blocking ) );

  return SG_SUCCESS;
}
