// wall: 1
// what: a conditional within equal branches of a helper
// expect: convert
#include "sgdnn_api.h"

static int lanes_of ( int x )
{
#if defined BACKEND_1684X
  x += 1;
#ifdef BACKEND_1684X
  x *= 2;
#endif
#else
  x += 1;
#ifdef BACKEND_SG2260
  x *= 2;
#endif
#endif
  return x;
}

tpu_status_t sgdnnHelperWithinEqual ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  api.dim = lanes_of ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
