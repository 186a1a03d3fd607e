// wall: 4
// what: a kernel name by a condition on a tensor that may be missing
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

tpu_status_t sgdnnKernelNameOfMissingTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_small_t api = { mode, 0, { input.addr, output.addr } };
  const SgdnnTensor_t * bias = mode > 2 ? &input : nullptr;
  return bias != nullptr ? run ( resource, bias->dim > 2 ? "tpu_kernel_api_zz_m02_a" : "tpu_kernel_api_zz_m02_b", &api, sizeof ( api ), non_blocking ) : SG_FAILURE;
}
