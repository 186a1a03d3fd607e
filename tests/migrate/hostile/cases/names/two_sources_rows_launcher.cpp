// wall: 2
// what: helpers of one name and one text in two sources have other rows (launcher)
// expect: either
//- src/a.cpp
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t resource, const char * name, sg_api_two_t api, bool non_blocking )
{
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name, &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  return run ( resource, "ka", api, non_blocking );
}
//- src/b.cpp
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t resource, const char * name, sg_api_two_t api, bool non_blocking )
{
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, name, &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, name, &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnTwo ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  return run ( resource, "kb", api, non_blocking );
}
