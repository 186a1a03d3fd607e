// wall: 3
// what: a helper fills the struct from a tensor
// expect: convert
#include "sgdnn_api.h"

static void fill ( sg_api_one_t * api, const SgdnnTensor_t * t )
{
  api->input_global_addr = t->addr;
  api->dim = t->dim;
}
tpu_status_t sgdnnHelperFills ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.output_global_addr = output.addr;
api.mode = mode;
  fill ( &api, &input );
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_helper", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_helper_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
