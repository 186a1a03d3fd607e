// wall: 1
// what: a helper works on one chip only
// expect: convert
#include "sgdnn_api.h"

static inline int lanes_of ( int x )
{
#if defined BACKEND_1684X
  SGDNN_CHECK ( false );
#elif defined BACKEND_SG2260
  x = x * 64;
#else
  SGDNN_CHECK ( false );
#endif
  return x;
}

tpu_status_t sgdnnHelperOneChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
#if defined BACKEND_SG2260
  api.dim = lanes_of ( mode );
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
