// wall: 4
// what: the handle of a launch, which the output does not pass, is computed with an effect
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnLaunchHandleEffects ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( ( probe ( 3 ), resource ), "tpu_kernel_api_effects", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( ( probe ( 3 ), resource ), "tpu_kernel_api_effects_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
