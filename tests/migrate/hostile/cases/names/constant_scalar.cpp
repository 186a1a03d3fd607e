// wall: 2
// what: constants of the file, made of each other
// expect: convert
#include "sgdnn_api.h"

static const int kLanes = 64;
constexpr unsigned long long kBytes = 4ull * kLanes;
static const int widths[4] = { 8, 16, 32, kLanes };
const float half = .5f;
tpu_status_t sgdnnConstantScalar ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{

  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.mode = mode;
  api.dim = widths[mode & 3] + kLanes;
  api.dtype = kBytes;
  api.value = half;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_constant_scalar", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_constant_scalar_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
