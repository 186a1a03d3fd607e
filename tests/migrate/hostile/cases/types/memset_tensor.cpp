// wall: 3
// what: a tensor is cleared as bytes
// expect: either
#include "sgdnn_api.h"
#include <string.h>
tpu_status_t sgdnnMemsetTensor ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  SgdnnTensor_t other;
  memset ( &other, 0, sizeof ( other ) );
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.other_global_addr = other.addr;
  api.dim = other.dtype == SGDNN_DTYPE_UNKNOWN ? 1 : 2;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_memset", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_memset_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
