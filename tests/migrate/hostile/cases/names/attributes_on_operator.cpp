// wall: 2
// what: attributes before and behind the signature
// expect: either
#include "sgdnn_api.h"

[[nodiscard]] __attribute__ ( ( noinline ) ) tpu_status_t sgdnnAttributes ( [[maybe_unused]] tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, [[maybe_unused]] int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_attributes", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_attributes_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
