// wall: 1
// what: a macro that is another number on each chip, used in a branch of each
// expect: convert
#include "sgdnn_api.h"

#ifdef BACKEND_1684X
#define LANES 64
#else
#define LANES 32
#endif
tpu_status_t sgdnnOwnBranches ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  api.mode = LANES + mode;
#else
  api.mode = LANES * mode;
  api.dim = LANES;
#endif
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_own_branches", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_own_branches_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
