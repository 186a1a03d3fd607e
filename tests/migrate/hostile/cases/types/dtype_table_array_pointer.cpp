// wall: 3
// what: the array as a pointer
// expect: refused
#include "sgdnn_api.h"
#include <map>
#include <unordered_map>
#include <string>
#include <stdexcept>

static const int kSize[] = { [SGDNN_DTYPE_UNKNOWN] = 0, [SGDNN_DTYPE_INT8] = 1, [SGDNN_DTYPE_UINT8] = 1, [SGDNN_DTYPE_INT16] = 2, [SGDNN_DTYPE_UINT16] = 2, [SGDNN_DTYPE_FP16] = 2, [SGDNN_DTYPE_BF16] = 2, [SGDNN_DTYPE_INT32] = 4, [SGDNN_DTYPE_UINT32] = 4, [SGDNN_DTYPE_FP32] = 4, [SGDNN_DTYPE_INT64] = 8 };

tpu_status_t sgdnnDtypeTableArrayPointer ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  const int * p = kSize;
  api.mode = p[input.dtype] + kSize[output.dtype];

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
