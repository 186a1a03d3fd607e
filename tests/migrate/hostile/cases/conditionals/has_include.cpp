// wall: 1
// what: a header that exists beside the legacy sources only
// expect: either
//- src/extra.h
#define EXTRA 5
//- src/case.cpp
#include "sgdnn_api.h"
#if __has_include("extra.h")
#include "extra.h"
#endif

tpu_status_t sgdnnHasInclude ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if __has_include("extra.h")
  api.dim = EXTRA;
#else
  api.dim = 1;
#endif
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_extra", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_extra_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
