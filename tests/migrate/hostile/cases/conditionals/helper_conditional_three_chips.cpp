// wall: 1
// what: a helper of three chips, two of which do the same
// expect: convert
// chips: 3
#include "sgdnn_api.h"

static int lanes_of ( int x )
{
#if defined BACKEND_SG2260 || defined BACKEND_SG2044
  return x * 64;
#else
  return x * 32;
#endif
}

tpu_status_t sgdnnHelperThreeChips ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  api.dim = lanes_of ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260 || defined BACKEND_SG2044
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
