// wall: 3
// what: a constant std::array of the file, size
// expect: convert
#include "sgdnn_api.h"
#include <array>
#include <cstdint>
#include <cstddef>
static const std::size_t kCount = 3;
const std::int64_t kMore = 5;
constexpr std::array<const int, kCount> kTiles = { 8, 16, 32 };

tpu_status_t sgdnnPlain ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.dim = kTiles[(unsigned) mode % kCount] + (int) kMore;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
