// wall: 3
// what: a status that an int holds is printed
// expect: convert
#include "sgdnn_api.h"
tpu_status_t sgdnnIntSt ( tpu_resource_t resource, SgdnnTensor_t x, SgdnnTensor_t y, bool non_blocking )
{
  int status = 0;
  sg_api_two_t api = { x.addr, y.addr, 0, 0 };
#if defined BACKEND_1684X
  status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ist", &api, sizeof ( api ) );
#else
  status = sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_ist", &api, sizeof ( api ), non_blocking );
#endif
  if ( status != 0 )
  {
    printf ( "launch failed: %d\n", status );
    return (tpu_status_t) status;
  }
  return SG_SUCCESS;
}
