// wall: 3
// what: a helper that differs between the chips gives a type that is written with its namespace
// expect: convert
#include <cstdint>
#include "sgdnn_api.h"

static inline std::int64_t rounded ( std::int64_t x )
{
#if defined BACKEND_1684X
  return ( x + 63 ) / 64 * 64;
#else
  return ( x + 127 ) / 128 * 128;
#endif
}

tpu_status_t sgdnnScopedResult ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = static_cast<int> ( rounded ( mode ) );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
