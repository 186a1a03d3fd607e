// wall: 2
// what: tensors are given as an array
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnArrayParameter ( tpu_resource_t resource, const SgdnnTensor_t inputs[4], SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_list_t api;
  for ( int i = 0; i < 4; ++i )
  {
    api.list_global_addr[i] = inputs[i].addr;
  }
  api.output_global_addr = output.addr;
  api.count = mode;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_array", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_array_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
