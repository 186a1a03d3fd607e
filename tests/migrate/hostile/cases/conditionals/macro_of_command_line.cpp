// wall: 1
// what: a macro of the command line for all chips, in a directive and in code
// expect: either
//- project.yaml
library:
  flags: [-std=c++17, -DLEVEL=3]
//- src/case.cpp
#include "sgdnn_api.h"
#ifndef LEVEL
#define LEVEL 3
#endif

tpu_status_t sgdnnMacroOfCommandLine ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if LEVEL > 2
  api.dim = LEVEL;
#endif
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_level", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_level_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
