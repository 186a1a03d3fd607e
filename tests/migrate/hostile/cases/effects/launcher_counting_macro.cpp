// wall: 4
// what: a helper that launches counts by a macro
// expect: either
#include "sgdnn_api.h"
#define COUNTED() do { static int n = 0; probe ( ++n & 1 ); } while ( 0 )
static tpu_status_t run ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
  COUNTED ();
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, api, size );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, api, size, non_blocking );
#endif
}

tpu_status_t sgdnnLauncherCountingMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  SAFE_CALL ( run ( resource, "tpu_kernel_api_zz_m09_a", &api, sizeof ( api ), non_blocking ) );
  return run ( resource, "tpu_kernel_api_zz_m09_b", &api, sizeof ( api ), non_blocking );
}
