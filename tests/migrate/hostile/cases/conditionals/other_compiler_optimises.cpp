// wall: 1
// what: a branch that is there where the compiler optimises uses a data type as a number
// expect: refused
// flags: -std=c++17 -O2
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.output_global_addr = output.addr;
#ifdef __OPTIMIZE__
  api.dim = input.dtype;
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
//- project.yaml
library: {flags: [-std=c++17]}
