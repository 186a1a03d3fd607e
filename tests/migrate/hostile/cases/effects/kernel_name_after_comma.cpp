// wall: 4
// what: a kernel name by a condition behind a comma with an effect
// expect: either
#include "sgdnn_api.h"
static tpu_status_t run ( tpu_resource_t resource, const char * name, const void * api, size_t size, bool non_blocking )
{
#if defined BACKEND_1684X
  return sgdnnTPUKernelLaunch ( resource, name, api, size );
#else
  return sgdnnTPUKernelLaunchMultiCore ( resource, name, api, size, non_blocking );
#endif
}

tpu_status_t sgdnnKernelNameAfterComma ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  SAFE_CALL ( ( probe ( api.kind += 2 ), run ( resource, api.kind > 3 ? "tpu_kernel_api_zz_m04_a" : "tpu_kernel_api_zz_m04_b", &api, sizeof ( api ), non_blocking ) ) );
  return SG_SUCCESS;
}
