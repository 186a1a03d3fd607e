// wall: 4
// what: a launch whose name depends on a condition stands in a macro that counts
// expect: either
#include "sgdnn_api.h"
#define COUNT( x ) ( { static int n = 0; probe ( ++n & 3 ); x; } )
static tpu_status_t run ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, api, size );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, api, size, non_blocking );
#endif
}

tpu_status_t sgdnnKernelNameCountingMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  SAFE_CALL ( COUNT ( run ( resource, mode > 1 ? "tpu_kernel_api_zz_m26_a" : "tpu_kernel_api_zz_m26_b", &api, sizeof ( api ), non_blocking ) ) );
  return SG_SUCCESS;
}
