// wall: 3
// what: a table whose places are element types
// expect: either
#include "sgdnn_api.h"
#include <map>
tpu_status_t sgdnnDtypeTable ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  static const std::map<int, int> codes = { { SGDNN_DTYPE_FP32, 5 }, { SGDNN_DTYPE_FP16, 3 } };
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  auto found = codes.find ( input.dtype );
  api.dtype = found == codes.end () ? -1 : found->second;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_table", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_table_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
