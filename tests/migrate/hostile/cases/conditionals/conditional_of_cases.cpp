// wall: 1
// what: a case label that one chip has
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalOfCases ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  switch ( mode )
  {
    case 1:
      api.dim = 1;
      break;
#if defined BACKEND_SG2260
    case 2:
      api.dim = 3;
      break;
#endif
    default:
      api.dim = 4;
  }
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_cases", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_cases_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
