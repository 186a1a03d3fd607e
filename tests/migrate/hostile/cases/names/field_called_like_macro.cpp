// wall: 2
// what: a field is called like a constant that is renamed
// expect: either
#include "sgdnn_api.h"

struct Sizes { int SGDNN_WIDTH; int sgdnnDepth; };
tpu_status_t sgdnnFieldCalledLikeMacro ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Sizes sizes = { mode, 2 };
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = sizes.SGDNN_WIDTH + sizes.sgdnnDepth;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_field", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_field_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
