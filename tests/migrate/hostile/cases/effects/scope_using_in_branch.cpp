// wall: 4
// what: a branch has a using declaration and a type
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnUsingInBranch ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
#if defined BACKEND_SG2260
  typedef short wide;
#else
  typedef long long wide;
#endif
  api.dim = sizeof ( wide );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_using", &api, sizeof ( api ), non_blocking ) );
  return SG_SUCCESS;
}
