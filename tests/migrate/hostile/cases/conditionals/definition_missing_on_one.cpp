// wall: 1
// what: one of three chips has no definition of an operator
// expect: convert
// chips: 3
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "ka", &api, sizeof ( api ) ) );
  return SG_SUCCESS;
}
#elif defined BACKEND_SG2260
#else
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "ka", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
#endif
