// wall: 2
// what: helpers of one name and one text in two sources have other rows (absent)
// expect: either
// chips: 3
//- src/a.cpp
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t resource, sg_api_two_t api, bool non_blocking )
{
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "ka", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "ka", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  return run ( resource, api, non_blocking );
}
//- src/b.cpp
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t resource, sg_api_two_t api, bool non_blocking )
{
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "ka", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2044
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "ka", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnTwo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  return run ( resource, api, non_blocking );
}
