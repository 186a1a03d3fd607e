// wall: 3
// what: what a helper gives as an integer becomes a tensor's address again
// expect: refused
#include "sgdnn_api.h"

static unsigned long long where ( const SgdnnTensor_t & t ) { return t.addr; }
tpu_status_t sgdnnHelperBackToTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  SgdnnTensor_t copy = input;
  copy.addr = where ( output );
  api.input_global_addr = copy.addr;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
