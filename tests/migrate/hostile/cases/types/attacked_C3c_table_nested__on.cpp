// wall: 3
// what: found by an attacker: C3c_table_nested__on
// expect: either
// flags: -std=c++17 -DDEBUG
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
#ifdef DEBUG
static const int t[] = { 1, 2 };
#else
static const int t[] = { 3, 4 };
#endif
#else
static const int t[] = { 3, 4 };
#endif
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.mode = t[mode & 1];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- project.yaml
library: {flags: [-std=c++17]}
