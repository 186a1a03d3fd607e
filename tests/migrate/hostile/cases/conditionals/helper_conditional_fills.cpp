// wall: 1
// what: a helper fills the struct, differently for each chip
// expect: convert
#include "sgdnn_api.h"

static void fill ( sg_api_one_t & api, const SgdnnTensor_t & input, const SgdnnTensor_t & output )
{
#if defined BACKEND_1684X
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
#elif defined BACKEND_SG2260
  api.output_global_addr = input.addr;
  api.input_global_addr = output.addr;
#endif
}

tpu_status_t sgdnnHelperConditionalFills ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.mode = mode;
  fill ( api, input, output );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
