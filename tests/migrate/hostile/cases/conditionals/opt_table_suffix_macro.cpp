// wall: 3
// what: opt table suffix macro
// expect: convert
#include "sgdnn_api.h"

#ifdef USE_FAST
#define SUF "_f"
#else
#define SUF "_s"
#endif
static const char * const names[] = { "tpu_kernel_api_a" SUF, "tpu_kernel_api_b" SUF };

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, names[mode & 1], &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, names[mode & 1], &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
