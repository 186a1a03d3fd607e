// wall: 1
// what: definitions in conditionals of their own, and a chip without one
// expect: convert
// chips: 3
#include "sgdnn_api.h"
#if defined BACKEND_1684X
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "ka", &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
#endif
#if defined BACKEND_SG2044
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  api.dtype = 3;
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "kb", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
#endif
