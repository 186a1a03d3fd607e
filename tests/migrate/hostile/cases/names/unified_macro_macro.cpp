// wall: 2
// what: r tpu macro
// expect: either
#include "sgdnn_api.h"

#define TPUDNN_MAX_DIMS 6

tpu_status_t sgdnnUnifiedMacroMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode + TPUDNN_MAX_DIMS;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_x", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
