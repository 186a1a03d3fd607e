// wall: 2
// what: called through a macro that makes a text
// expect: convert
#include "sgdnn_api.h"
#define RUN(n) run ( resource, "tpu_kernel_api_" #n, "tpu_kernel_api_" #n "_multi_core", &api, sizeof ( api ), non_blocking )

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

tpu_status_t sgdnnLauncherMacroStr1 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( RUN ( x ) );

  return SG_SUCCESS;
}

tpu_status_t sgdnnLauncherMacroStr2 ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( RUN ( y ) );

  return SG_SUCCESS;
}
