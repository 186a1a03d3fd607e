// wall: 1
// what: a macro that the project file defines for all chips
// expect: either
//- project.yaml
library:
  defines: [WIDE_PATH]
//- src/case.cpp
#include "sgdnn_api.h"
#define WIDE_PATH

tpu_status_t sgdnnMacroOfProjectDefines ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#ifdef WIDE_PATH
  api.dim = 12;
#else
  api.dim = 13;
#endif
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_wide", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_wide_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
