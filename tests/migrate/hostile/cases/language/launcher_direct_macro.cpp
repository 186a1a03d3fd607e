// wall: 2
// what: a launch with a macro for a name
// expect: convert
#include "sgdnn_api.h"
#define NAME_X "tpu_kernel_api_x"

static tpu_status_t run ( tpu_resource_t resource, const void *api, size_t size, bool non_blocking )
{

#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, NAME_X, api, size );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, NAME_X "_multi_core", api, size, non_blocking );
#else
  return SG_FAILURE;
#endif

}

tpu_status_t sgdnnLauncherDirectMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( run ( resource, &api, sizeof ( api ), non_blocking ) );

  return SG_SUCCESS;
}
