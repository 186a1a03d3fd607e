// wall: 1
// what: a conditional behind a case label
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalBehindCase ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  switch ( mode )
  {
    case 1:
#if defined BACKEND_1684X
      api.dim = 1;
#else
      api.dim = 2;
#endif
      break;
    case 2:
      api.dim = 3;
      break;
    default:
      api.dim = 4;
  }
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_labelled", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_labelled_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
