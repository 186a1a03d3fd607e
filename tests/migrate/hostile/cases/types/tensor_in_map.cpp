// wall: 3
// what: tensors in a map
// expect: either
#include <map>
#include "sgdnn_api.h"
tpu_status_t sgdnnTensorInMap ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  std::map<int, SgdnnTensor_t> tensors;
  tensors[1] = input;
  tensors[2] = output;
  sg_api_one_t api;
  api.input_global_addr = tensors[1].addr;
  api.output_global_addr = tensors.at ( 2 ).addr;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_map", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_map_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
