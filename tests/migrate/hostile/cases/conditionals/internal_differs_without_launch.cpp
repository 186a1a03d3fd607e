// wall: 1
// what: a function with a handle that no header declares differs per chip and launches nothing itself
// expect: convert
//- src/case.cpp
#include "sgdnn_api.h"

static tpu_status_t _sgdnnLanes ( tpu_resource_t resource, int x, int * lanes )
{
#if defined BACKEND_1684X
  *lanes = x * 32;
#elif defined BACKEND_SG2260
  *lanes = x * 64;
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnInternalDiffers ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  SAFE_CALL ( _sgdnnLanes ( resource, mode, &api.dim ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- src/api.h
#include "sgdnn_api.h"
tpu_status_t sgdnnInternalDiffers ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking );
//- project.yaml
library: {headers: [src/api.h]}
