// wall: 2
// what: a helper of a namespace differs per chip and is called by its whole name
// expect: convert
#include "sgdnn_api.h"

namespace a { namespace b {
static int lanes ( int x )
{
#ifdef BACKEND_1684X
  return x * 3;
#else
  return x * 5;
#endif
}
} }
tpu_status_t sgdnnNsConditional ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = a::b::lanes ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
