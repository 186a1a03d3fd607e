// wall: 2
// what: a kernel name that a function changes by reference
// expect: either
#include "sgdnn_api.h"
static void choose ( const char * & name, int mode ) { if ( mode > 2 ) name = "tpu_kernel_api_zz_m05_b"; }
static tpu_status_t run ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, api, size );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, api, size, non_blocking );
#endif
}

tpu_status_t sgdnnKernelNameChosen ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  const char * name = "tpu_kernel_api_zz_m05_a";
  choose ( name, mode );
  return run ( resource, name, &api, sizeof ( api ), non_blocking );
}
