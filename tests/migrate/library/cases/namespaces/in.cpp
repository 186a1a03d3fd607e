#include <algorithm>
using namespace std;

namespace sizes
{
static const int kLanes = 64;
struct Range { int first; int last; };
namespace detail { static int lanes ( int x ) { return x * kLanes; } }
}
namespace inner = sizes::detail;

tpu_status_t sgdnnScoped ( tpu_resource_t resource, SgdnnTensor_t input, bool non_blocking )
{
  using namespace sizes;
  using sizes::detail::lanes;
  const sizes::Range range = { 0, inner::lanes ( input.dim ) };
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.dim = min ( lanes ( 2 ), range.last ) + sizes::kLanes;
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_scoped", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
