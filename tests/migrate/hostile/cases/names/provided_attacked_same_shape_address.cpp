// wall: 2
// what: a provided helper of the tree: same shape address
// expect: either
// without: sgdnnUndefinedTensor, sgdnnIsSameShape
//- src/case.cpp
#include "sgdnn_api.h"
enum { kAll = SGDNN_DTYPE_INT8 + SGDNN_DTYPE_UINT8 + SGDNN_DTYPE_FP16 + SGDNN_DTYPE_BF16 + SGDNN_DTYPE_INT16 + SGDNN_DTYPE_UINT16 + SGDNN_DTYPE_INT32 + SGDNN_DTYPE_UINT32 + SGDNN_DTYPE_FP32 + SGDNN_DTYPE_INT64 };
static inline bool sgdnnIsSameShape ( const SgdnnTensor_t * left, const SgdnnTensor_t * right )
{
  if ( left->addr != 0 && left->addr == right->addr ) return true;
  if ( left->dim != right->dim ) return false;
  for ( int i = 0; i < left->dim; ++i ) if ( left->shape [ i ] != right->shape [ i ] ) return false;
  return true;
}

tpu_status_t sgdnnF ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, int mode, bool non_blocking )
{
  if ( mode == 3 ) { output = input; output.shape [ 0 ] = 9; }
  sg_api_one_t api = {};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  api.mode = mode;
  api.mode = sgdnnIsSameShape ( & input, & output );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnTPUKernelLaunch ( resource, "tpu_kernel_api_f", &api, sizeof ( api ) ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnTPUKernelLaunchMultiCore ( resource, "tpu_kernel_api_f_multi_core", &api, sizeof ( api ), non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
