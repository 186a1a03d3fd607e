// wall: 1
// what: a constant per chip has a mutable member
// expect: either
#include "sgdnn_api.h"
struct Cache { int n; mutable int hits; };
#ifdef BACKEND_1684X
static const Cache kCache = { 1, 0 };
#else
static const Cache kCache = { 2, 0 };
#endif
static int peek () { return kCache.hits & 7; }
tpu_status_t sgdnnMovedMutableMember ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  api.kind = ++kCache.hits & 7;
  api.flags = peek ();
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m15", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m15", &api, sizeof ( api ), non_blocking );
#endif
}
