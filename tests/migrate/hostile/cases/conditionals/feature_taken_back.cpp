// wall: 1
// what: a header defines a feature macro and another takes it back
// expect: either
//- src/options.h
#define USE_PACKED
//- src/site.h
#undef USE_PACKED
//- src/case.cpp
#include "sgdnn_api.h"
#include "options.h"
#include "site.h"

tpu_status_t sgdnnFeatureTakenBack ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#ifdef USE_PACKED
  api.dim = 1;
#else
  api.dim = 2;
#endif
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_feature", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_feature_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
