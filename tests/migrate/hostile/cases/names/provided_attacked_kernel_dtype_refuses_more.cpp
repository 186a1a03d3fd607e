// wall: 2
// what: a provided helper of the tree: kernel dtype refuses more
// expect: either
// without: sgdnnUndefinedTensor, sgdnnTPUKernelDType
//- src/case.cpp
#include "sgdnn_api.h"
enum { kAll = SGDNN_DTYPE_INT8 + SGDNN_DTYPE_UINT8 + SGDNN_DTYPE_FP16 + SGDNN_DTYPE_BF16 + SGDNN_DTYPE_INT16 + SGDNN_DTYPE_UINT16 + SGDNN_DTYPE_INT32 + SGDNN_DTYPE_UINT32 + SGDNN_DTYPE_FP32 + SGDNN_DTYPE_INT64 };
static inline int sgdnnTPUKernelDType ( SgdnnDataType_t dtype )
{
  switch ( dtype ) { case SGDNN_DTYPE_INT8: return 1; case SGDNN_DTYPE_UINT8: return 0; case SGDNN_DTYPE_FP16: return 3; case SGDNN_DTYPE_FP32: return 5; case SGDNN_DTYPE_INT16: return 7; case SGDNN_DTYPE_UINT16: return 6; case SGDNN_DTYPE_INT32: return 9; case SGDNN_DTYPE_UINT32: return 8; default: break; }
  SGDNN_CHECK ( false ); return -1;
}

tpu_status_t sgdnnF ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_f_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
