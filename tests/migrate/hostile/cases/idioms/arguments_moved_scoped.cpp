// wall: 2
// what: an argument that a rule moves names a helper, a constant and a type with the namespaces of the file
// expect: convert
#include "sgdnn_api.h"

static inline int sgdnnTreeAtLeast ( int low, int value ) { return value < low ? low : value; }

namespace detail
{
enum Bound { kLow = 2 };
static int twice ( int x ) { return 2 * x; }
} // namespace detail

tpu_status_t sgdnnMovedScoped ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = sgdnnTreeAtLeast ( detail::kLow, detail::twice ( mode ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
//- rules.yaml
version: 1
library:
  infrastructure: {sgdnnTreeAtLeast: the standard library has it}
  calls:
    sgdnnTreeAtLeast: {to: 'std::max<int>({1}, {0})', kind: helper}
