// wall: 2
// what: two namespaces have a struct of one name
// expect: either
// call: sgdnnOnePair | a::sgdnnOnePair | tpudnnOnePairAsync
#include "sgdnn_api.h"

namespace a
{
struct Pair { int x; int y; };
tpu_status_t sgdnnOnePair ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  Pair pair = { mode, 2 };
  api.dim = pair.x;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
}
namespace b { struct Pair { int y; int x; }; }
