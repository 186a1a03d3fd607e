// wall: 1
// what: a variable of an enumeration per chip is changed
// expect: either
#include "sgdnn_api.h"
enum Kind { kSlow, kFast };
#ifdef BACKEND_1684X
static enum Kind current = kSlow;
#else
static enum Kind current = kFast;
#endif
static int get () { return current; }

tpu_status_t sgdnnMovedEnumerationState ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  current = mode > 2 ? kSlow : kFast;
  api.kind = get ();
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m19", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m19", &api, sizeof ( api ), non_blocking );
#endif
}
