// wall: 3
// what: an array of tensors is initialised in part
// expect: convert
#include "sgdnn_api.h"

tpu_status_t sgdnnOne ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t ts[3] = { input };
  ts[0] = input; ts[1] = output;
  sg_api_one_t api;
  api.input_global_addr = ts[0].addr;
  api.output_global_addr = ts[1].addr;
  api.mode = mode;
  api.dtype = sgdnnTPUKernelDType ( ts[2].dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_one", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_one_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
