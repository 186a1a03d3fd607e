// wall: 1
// what: an included list defines the macro, another value on each chip
// expect: either
//- src/settings.inc
#ifdef BACKEND_1684X
#define DEPTH 2
#else
#define DEPTH 4
#endif
//- src/case.cpp
#include "sgdnn_api.h"

tpu_status_t sgdnnMacroIncludeDefined ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#include "settings.inc"
  api.dim = DEPTH;
#if DEPTH > 2
  api.dtype = 1;
#else
  api.dtype = 0;
#endif
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_settings", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_settings_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
