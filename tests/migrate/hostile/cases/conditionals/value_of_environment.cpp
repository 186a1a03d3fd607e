// wall: 1
// what: a constant per chip is read from the environment
// expect: either
#include <stdlib.h>
#include "sgdnn_api.h"
static int envOr ( const char * n, int d ) { const char * v = getenv ( n ); return v ? atoi ( v ) : d; }
#ifdef BACKEND_1684X
static const int kLevel = envOr ( "ZZ_LEVEL", 2 );
#else
static const int kLevel = envOr ( "ZZ_LEVEL", 4 );
#endif

tpu_status_t sgdnnValueOfEnvironment ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  setenv ( "ZZ_LEVEL", "7", 1 );
  api.kind = kLevel;
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_zz_m21", &api, sizeof ( api ) );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_zz_m21", &api, sizeof ( api ), non_blocking );
#endif
}
