// wall: 2
// what: a helper needs headers that only the legacy file includes
// expect: convert
#include "sgdnn_api.h"

#include <algorithm>
#include <limits>
#include <cmath>

static int clamped ( double x )
{
  const double rounded = std::floor ( x + 0.5 );
  return (int) std::min ( rounded, (double) std::numeric_limits<short>::max () );
}
static inline int lanes_of ( int x )
{
#ifdef BACKEND_1684X
  return clamped ( x * 0.7 );
#else
  return (int) std::lround ( x * 1.7 );
#endif
}
tpu_status_t sgdnnHeadersOfHelper ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = input.dim;
  api.dim = lanes_of ( mode );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
