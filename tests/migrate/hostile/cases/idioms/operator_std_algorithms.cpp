// wall: 4
// what: an operator that broadcasts with the algorithms of the standard library
// expect: convert
#include "sgdnn_api.h"

#include <array>
#include <algorithm>
#include <numeric>
tpu_status_t sgdnnBroadcastX ( tpu_resource_t resource, SgdnnTensor_t left, SgdnnTensor_t right, SgdnnTensor_t output, bool non_blocking )
{
  std::array<int, 8> shape {};
  const int dim = std::max ( left.dim, right.dim );
  for ( int i = 0; i < dim; ++i )
  {
    const int a = i < dim - left.dim ? 1 : left.shape[i - ( dim - left.dim )];
    const int b = i < dim - right.dim ? 1 : right.shape[i - ( dim - right.dim )];
    SGDNN_CHECK ( a == b || a == 1 || b == 1 );
    shape[i] = std::max ( a, b );
  }
  sg_api_one_t api = {};
  api.input_global_addr = left.addr;
  api.other_global_addr = right.addr;
  api.output_global_addr = output.addr;
  api.dim = dim;
  std::copy ( shape.begin(), shape.begin() + dim, api.shape );
  api.mode = std::accumulate ( shape.begin(), shape.begin() + dim, 1, [] ( int x, int y ) { return x * y; } );
  api.dtype = sgdnnTPUKernelDType ( left.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_broadcast", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_broadcast_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
