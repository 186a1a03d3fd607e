// wall: 2
// what: the name in a macro per chip
// expect: convert
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#define NAME(n) "tpu_kernel_api_" n
#else
#define NAME(n) "tpu_kernel_api_" n "_multi_core"
#endif

static tpu_status_t run ( tpu_resource_t resource, const char *one, const void *api, size_t size, bool non_blocking )
{

#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, one, api, size );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, one, api, size, non_blocking );
#else
  return SG_FAILURE;
#endif

}

tpu_status_t sgdnnLauncherMacroChip1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( run ( resource, NAME ( "x" ), &api, sizeof ( api ), non_blocking ) );

  return SG_SUCCESS;
}

tpu_status_t sgdnnLauncherMacroChip2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( run ( resource, NAME ( "y" ), &api, sizeof ( api ), non_blocking ) );

  return SG_SUCCESS;
}
