// wall: 3
// what: a table per chip
// expect: either
#include "sgdnn_api.h"
#include <map>
#include <unordered_map>
#include <string>
#include <stdexcept>

#if defined BACKEND_1684X
static const int kSize[] = { [SGDNN_DTYPE_UNKNOWN] = 0, [SGDNN_DTYPE_INT8] = 1, [SGDNN_DTYPE_UINT8] = 1, [SGDNN_DTYPE_INT16] = 2, [SGDNN_DTYPE_UINT16] = 2, [SGDNN_DTYPE_FP16] = 2, [SGDNN_DTYPE_BF16] = 2, [SGDNN_DTYPE_INT32] = 4, [SGDNN_DTYPE_UINT32] = 4, [SGDNN_DTYPE_FP32] = 4, [SGDNN_DTYPE_INT64] = 8 };
#else
static const int kSize[] = { [SGDNN_DTYPE_UNKNOWN] = 0, [SGDNN_DTYPE_INT8] = 1, [SGDNN_DTYPE_UINT8] = 1, [SGDNN_DTYPE_INT16] = 2, [SGDNN_DTYPE_UINT16] = 2, [SGDNN_DTYPE_FP16] = 2, [SGDNN_DTYPE_BF16] = 2, [SGDNN_DTYPE_INT32] = 5, [SGDNN_DTYPE_UINT32] = 5, [SGDNN_DTYPE_FP32] = 5, [SGDNN_DTYPE_INT64] = 8 };
#endif

tpu_status_t sgdnnDtypeTablePerChip ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
sg_api_one_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;

  api.mode = kSize[input.dtype];

#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_plain", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_plain_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
