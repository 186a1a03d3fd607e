// wall: 1
// what: a text per chip is compared by its address
// expect: either
#include "sgdnn_api.h"
#ifdef BACKEND_1684X
static const char kFirst[] = "abc";
#else
static const char kFirst[] = "xyz";
#endif
static int kindOf ( const char * n ) { return n == kFirst ? 1 : 3; }

tpu_status_t sgdnnMovedTextIdentity ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  api.kind = kindOf ( kFirst );
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m28", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m28", &api, sizeof ( api ), non_blocking );
#endif
}
