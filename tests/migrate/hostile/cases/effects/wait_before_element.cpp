// wall: 4
// what: r idx
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnWaitBeforeElement ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.mode = mode;
  tpu_status_t s[2];
#if defined BACKEND_1684X
  s[probe ( 1 )] = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) );
#else
  s[probe ( 1 )] = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), false );
#endif
  return s[1];
}
