// wall: 2
// what: a template for two structs
// expect: convert
#include "sgdnn_api.h"
#include <string.h>

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

tpu_status_t sgdnnLauncherTmplTwo1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( run ( resource, "tpu_kernel_api_x", "tpu_kernel_api_x_multi_core", api, non_blocking ) );

  return SG_SUCCESS;
}

tpu_status_t sgdnnLauncherTmplTwo2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
  sg_api_two_t two; memset ( &two, 0, sizeof ( two ) );
  SAFE_CALL ( run ( resource, "tpu_kernel_api_y", "tpu_kernel_api_y_multi_core", two, non_blocking ) );

  return SG_SUCCESS;
}
