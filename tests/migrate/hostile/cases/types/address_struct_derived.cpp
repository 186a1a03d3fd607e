// wall: 3
// what: the kernel's struct derives from another
// expect: either
#include "sgdnn_api.h"

struct Extended : sg_api_two_t { int extra; };
tpu_status_t sgdnnStructDerived ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  Extended api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.transposed = mode;
  api.extra = 4;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_derived", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_derived_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
