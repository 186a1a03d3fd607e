// wall: 2
// what: the kernel name with a suffix macro per chip
// expect: convert
#include "sgdnn_api.h"

#if defined BACKEND_1684X
#define LAUNCH(res, name, api, nb) sgdnnTPUKernelLaunch ( res, "tpu_kernel_api_" name, &api, sizeof ( api ) )
#else
#define LAUNCH(res, name, api, nb) sgdnnTPUKernelLaunchMultiCore ( res, "tpu_kernel_api_" name "_multi_core", &api, sizeof ( api ), nb )
#endif
tpu_status_t sgdnnShapeSuffixMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = { input.addr, output.addr };
  api.mode = mode;
  SAFE_CALL ( LAUNCH ( resource, "x", api, non_blocking ) );
  return SG_SUCCESS;
}
