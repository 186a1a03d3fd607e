// wall: 1
// what: another conditional within chip branches that are equal
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnConditionalWithinEqual ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
#if defined __GNUC__
  api.dim = 1;
#else
  api.dim = 2;
#endif
  api.dtype = 4;
#elif defined BACKEND_SG2260
#if defined __GNUC__
  api.dim = 1;
#else
  api.dim = 2;
#endif
  api.dtype = 4;
#else
  SGDNN_CHECK ( false );
#endif
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_equal", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_equal_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
