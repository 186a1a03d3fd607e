// wall: 2
// what: two structs
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

tpu_status_t sgdnnLauncherTwoStructs1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( run ( resource, "tpu_kernel_api_x", "tpu_kernel_api_x_multi_core", &api, sizeof ( api ), non_blocking ) );

  return SG_SUCCESS;
}

#include <string.h>
tpu_status_t sgdnnLauncherTwoStructs2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
  sg_api_two_t two; memset ( &two, 0, sizeof ( two ) );
  SAFE_CALL ( run ( resource, "tpu_kernel_api_y", "tpu_kernel_api_y_multi_core", &two, sizeof ( two ), non_blocking ) );

  return SG_SUCCESS;
}
