// wall: 4
// what: helpers hand their flags on to others, under other names and negated
// expect: either
#include "sgdnn_api.h"
static tpu_status_t inner ( tpu_resource_t resource, sg_api_two_t *api, bool non_blocking )
{
#if defined BACKEND_1684X
  ( void ) non_blocking;
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_vx", api, sizeof ( *api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_vx", api, sizeof ( *api ), non_blocking );
#endif
}
static tpu_status_t outer ( tpu_resource_t resource, sg_api_two_t *api, bool async ) { return inner ( resource, api, async ); }
static tpu_status_t waits ( tpu_resource_t resource, sg_api_two_t *api, bool keep ) { return inner ( resource, api, !keep ); }
tpu_status_t sgdnnVx ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, 0, 0 };
  return outer ( resource, &api, non_blocking );
}
tpu_status_t sgdnnVy ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, 0, 0 };
  SAFE_CALL ( outer ( resource, &api, false ) );
  return waits ( resource, &api, true );
}
