// wall: 2
// what: answers bool
// expect: convert
#include "sgdnn_api.h"

static bool run ( tpu_resource_t resource, const char *one, const char *many, const void *api, size_t size, bool non_blocking )
{

#if defined BACKEND_1684X
  return SG_SUCCESS == sgdnnTPUKernelLaunch ( resource, one, api, size );
#elif defined BACKEND_SG2260
  return SG_SUCCESS == sgdnnTPUKernelLaunchMultiCore ( resource, many, api, size, non_blocking );
#else
  return false;
#endif

}

tpu_status_t sgdnnLauncherBool ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
  bool ok = run ( resource, "tpu_kernel_api_x", "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking );
  SAFE_CALL ( ok ? SG_SUCCESS : SG_FAILURE );

  return SG_SUCCESS;
}
