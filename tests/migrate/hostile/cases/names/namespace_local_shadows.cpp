// wall: 2
// what: a local object has the name of a helper that is called by its whole name
// expect: either
#include "sgdnn_api.h"

namespace a { namespace b { static int lanes ( int x ) { return x * 3; } } }
struct Lanes { int operator() ( int x ) const { return x + 1; } };
tpu_status_t sgdnnNsShadow ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  Lanes lanes;
  api.dim = a::b::lanes ( mode ) * 100 + lanes ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
