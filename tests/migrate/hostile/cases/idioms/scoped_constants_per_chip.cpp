// wall: 2
// what: each chip's numbers are constants of a namespace, named with it from two others
// expect: convert
#include "sgdnn_api.h"

namespace chip
{
#if defined BACKEND_1684X
static const int kLanes = 64;
constexpr int kAlign = 4096;
#else
static const int kLanes = 32;
constexpr int kAlign = 128;
#endif
} // namespace chip

namespace detail
{
static inline int rounded ( int x ) { return ( x + chip::kAlign - 1 ) / chip::kAlign * chip::kAlign; }
} // namespace detail

namespace ops
{
static int lanes ( int x ) { return ( x + chip::kLanes - 1 ) / chip::kLanes + ::chip::kAlign; }
} // namespace ops

tpu_status_t sgdnnScopedConstants ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = detail::rounded ( mode ) + ops::lanes ( mode ) + chip::kLanes;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
