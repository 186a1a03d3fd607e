// wall: 1
// what: an internal template that differs per chip is called with its argument
// expect: either
//- project.yaml
library: {headers: [src/api.h]}
//- src/api.h
#include "sgdnn_api.h"
tpu_status_t sgdnnTemplateExplicit ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking );
//- src/case.cpp
#include "api.h"

template <class T> static tpu_status_t lanes_of ( tpu_resource_t resource, T x, int * lanes )
{
#if defined BACKEND_1684X
  *lanes = x * 32;
#else
  *lanes = x * 64;
#endif
  return SG_SUCCESS;
}
tpu_status_t sgdnnTemplateExplicit ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  SAFE_CALL ( lanes_of<short> ( resource, mode, &api.dim ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
