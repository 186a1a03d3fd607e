// wall: 1
// what: an internal function of an operator's name groups three chips otherwise
// expect: either
// chips: 3
#include "sgdnn_api.h"

static tpu_status_t _sgdnnGrouped ( tpu_resource_t resource, int x, int * lanes )
{
#if defined BACKEND_SG2260 || defined BACKEND_SG2044
  *lanes = x * 64;
#else
  *lanes = x * 32;
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnGrouped ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  SAFE_CALL ( _sgdnnGrouped ( resource, mode, &api.dim ) );
#if defined BACKEND_SG2044
  api.mode = 9;
#else
  api.mode = 11;
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260 || defined BACKEND_SG2044
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
