// wall: 4
// what: a kernel name by a condition that the statement changes before
// expect: either
#include "sgdnn_api.h"
static bool bump ( int * x ) { *x += 1; return true; }
static tpu_status_t run ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, api, size );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, api, size, non_blocking );
#endif
}

tpu_status_t sgdnnKernelNameAfterBump ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  return bump ( &mode ) ? run ( resource, mode > 2 ? "tpu_kernel_api_zz_m03_a" : "tpu_kernel_api_zz_m03_b", &api, sizeof ( api ), non_blocking ) : SG_FAILURE;
}
