// wall: 1
// what: a pointer per chip is changed
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
static const char * name = "ab";
#else
static const char * name = "xy";
#endif
static int get () { return name[0]; }

tpu_status_t sgdnnMovedPointer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  name = "pq";
  api.kind = get ();
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m18", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m18", &api, sizeof ( api ), non_blocking );
#endif
}
