// wall: 2
// what: r static handle
// expect: convert
#include "sgdnn_api.h"

#define LOCAL static
LOCAL tpu_status_t run ( tpu_resource_t resource, sg_api_one_t & api, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking );
#endif
}

tpu_status_t sgdnnStaticByMacroHandle ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.mode = mode;
  return run ( resource, api, non_blocking );
}
