// wall: 2
// what: two kernel names that are swapped
// expect: either
#include <utility>
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, api, size );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, api, size, non_blocking );
#endif
}

tpu_status_t sgdnnKernelNameExchanged ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  const char * name = "tpu_kernel_api_zz_m06_a", * other = "tpu_kernel_api_zz_m06_b";
  if ( mode > 2 ) std::swap ( name, other );
  return run ( resource, name, &api, sizeof ( api ), non_blocking );
}
