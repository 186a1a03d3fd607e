// wall: 1
// what: a constant per chip is given by a function that counts
// expect: either
#include "sgdnn_api.h"
static int next () { static int n = 3; return n++; }
#ifdef BACKEND_1684X
static const int kSeed = next ();
#else
static const int kSeed = next () * 2;
#endif

tpu_status_t sgdnnValueOfCountingInitialiser ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  api.kind = kSeed;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m20", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m20", &api, sizeof ( api ), non_blocking );
#endif
}
