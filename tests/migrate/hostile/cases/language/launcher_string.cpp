// wall: 2
// what: a std::string name
// expect: either
#include "sgdnn_api.h"
#include <string>

static tpu_status_t run ( tpu_resource_t resource, const std::string &one, const void *api, size_t size, bool non_blocking )
{

#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, one.c_str (), api, size );
#elif defined BACKEND_SG2260
  return sgdnnTPUKernelLaunchMultiCore ( resource, ( one + "_multi_core" ).c_str (), api, size, non_blocking );
#else
  return SG_FAILURE;
#endif

}

tpu_status_t sgdnnLauncherString ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;

  SAFE_CALL ( run ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );

  return SG_SUCCESS;
}
