// wall: 4
// what: an enum class that a constant per chip is of
// expect: convert
#include "sgdnn_api.h"

enum class Backend { BM, SG };
#if defined BACKEND_1684X
constexpr Backend kBackend = Backend::BM;
#else
constexpr Backend kBackend = Backend::SG;
#endif
tpu_status_t sgdnnNegX ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_two_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = kBackend == Backend::BM ? 1 : 8;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_neg", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_neg_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
