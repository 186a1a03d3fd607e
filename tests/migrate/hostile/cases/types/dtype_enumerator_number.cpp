// wall: 3
// what: an enumerator is used as a number
// expect: either
#include "sgdnn_api.h"

tpu_status_t sgdnnDtypeEnumeratorNumber ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  enum { OWN = SGDNN_DTYPE_BF16 + 1 };
sg_api_one_t api;
api.input_global_addr = input.addr;
api.output_global_addr = output.addr;
api.mode = mode;
  api.dim = SGDNN_DTYPE_INT64;
  api.dtype = OWN;
  api.shape[SGDNN_DTYPE_FP16] = 7;
#if defined BACKEND_1684X
SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_number", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_number_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
