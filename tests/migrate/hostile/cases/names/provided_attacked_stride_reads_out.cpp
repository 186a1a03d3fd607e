// wall: 2
// what: a provided helper of the tree: stride reads out
// expect: either
// without: sgdnnUndefinedTensor
//- src/case.cpp
#include "sgdnn_api.h"
enum { kAll = SGDNN_DTYPE_INT8 + SGDNN_DTYPE_UINT8 + SGDNN_DTYPE_FP16 + SGDNN_DTYPE_BF16 + SGDNN_DTYPE_INT16 + SGDNN_DTYPE_UINT16 + SGDNN_DTYPE_INT32 + SGDNN_DTYPE_UINT32 + SGDNN_DTYPE_FP32 + SGDNN_DTYPE_INT64 };
static inline void sgdnnContiguousStride ( const int * shape, int dim, int * stride )
{
  int e = 1; for ( int i = dim - 1; i >= 0; --i ) { if ( stride [ i ] != 77 ) stride [ i ] = e; e *= shape [ i ]; }
}

tpu_status_t sgdnnF ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  int st [ 8 ] = { 9, 9, 9, 9, 9, 9, 9, 9 }; st [ 0 ] = 77; sgdnnContiguousStride ( input.shape, input.dim, st ); for ( int i = 0; i < 8; ++i ) api.shape [ i ] = st [ i ];
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_f_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
