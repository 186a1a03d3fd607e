// wall: 2
// what: explicit template argument
// expect: either
#include "sgdnn_api.h"

template <typename T>
static tpu_status_t run ( tpu_resource_t resource, const char *one, const char *many, const T &api, bool non_blocking )
{

#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, one, &api, sizeof ( T ) );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, many, &api, sizeof ( T ), non_blocking );
#else
  return SG_FAILURE;
#endif

}

tpu_status_t sgdnnLauncherTmplArgs ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( run<sg_api_one_t> ( resource, "tpu_kernel_api_x", "tpu_kernel_api_x_multi_core", api, non_blocking ) );

  return SG_SUCCESS;
}
