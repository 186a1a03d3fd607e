// wall: 2
// what: each chip has an alias of its own for a namespace
// expect: either
//- src/case.cpp
#include "sgdnn_api.h"
#if defined BACKEND_1684X
namespace a { static int up ( int x ) { return x; } }
namespace cur = a;
#else
namespace b { static int up ( int x ) { return x * 2; } }
namespace cur = b;
#endif
tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_two_t api = { input.addr, output.addr, mode, 0 };
  api.dtype = cur::up ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "One", &api, sizeof ( api ) ) );
#else
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "One", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
