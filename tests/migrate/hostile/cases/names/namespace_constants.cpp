// wall: 2
// what: constants and types of a namespace by their whole names
// expect: convert
#include "sgdnn_api.h"

namespace a { namespace b { static const int kLanes = 32; enum Mode { PLAIN, WIDE = 7 }; struct Pair { int x; int y; }; } }
tpu_status_t sgdnnConstants ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  a::b::Pair pair = { mode, a::b::kLanes };
  api.dim = pair.x + pair.y + a::b::WIDE + ( mode == a::b::PLAIN ? 1 : 0 );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
