// wall: 3
// what: the number of a missing tensor's data type
// expect: equal
#include "sgdnn_api.h"

tpu_status_t sgdnnNumberUndefined ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  SgdnnTensor_t none = sgdnnUndefinedTensor();
  SgdnnTensor_t cleared = {};
  api.mode = none.dtype;
  api.dim = ( int ) cleared.dtype;
  api.shape[1] = 3 << cleared.dtype;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_undef_n", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_undef_n_mc", &api, sizeof ( api ), non_blocking ) );
#endif
  return SG_SUCCESS;
}
