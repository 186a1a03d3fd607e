// wall: 2
// what: a helper's unified name is one that the unified header has, with another meaning
// expect: either
#include "sgdnn_api.h"

static int sgdnnTensorElements ( const SgdnnTensor_t * tensor )
{
  return tensor->shape[0] + 100;
}

tpu_status_t sgdnnHelperOfLibraryName ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = sgdnnTensorElements ( &input );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_elements", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_elements_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
