// wall: 3
// what: ce_map
// expect: either
#include "sgdnn_api.h"
#include <map>
tpu_status_t sgdnnCeMap ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  static const std::map<SgdnnDataType_t, int> sizes = { { SGDNN_DTYPE_FP32, 4 }, { SGDNN_DTYPE_FP16, 2 } }; auto it = sizes.find ( input.dtype ); if ( it == sizes.end ( ) ) return SG_FAILURE; api.dim = it->second;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_cemap", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_cemap_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
