// wall: 2
// what: a helper takes and gives types of its namespace
// expect: convert
#include "sgdnn_api.h"

namespace a { struct Pair { int x; int y; };
static Pair made ( int x ) { Pair p; p.x = x; p.y = 2; return p; }
static int sum ( const Pair & p ) { return p.x + p.y; } }
tpu_status_t sgdnnNsTypes ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  const a::Pair pair = a::made ( mode );
  api.dim = a::sum ( pair );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
