// wall: 3
// what: a helper whose flag has another name casts it to void for one chip
// expect: convert
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t res, const sg_api_two_t * api, bool nb )
{
#ifdef BACKEND_1684X
  (void) nb;
  return sgdnnTPUKernelLaunch ( res, "tpu_kernel_api_vn", api, sizeof ( *api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( res, "tpu_kernel_api_vn", api, sizeof ( *api ), nb );
#endif
}
tpu_status_t sgdnnVn ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  sg_api_two_t api = { x.addr, y.addr, 0, 0 };
  return run ( resource, &api, non_blocking );
}
