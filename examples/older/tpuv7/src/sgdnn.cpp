#include "sgdnn_api.h"

static inline size_t sgdnnTensorBytes ( const SgdnnTensor_t * tensor )
{
  size_t bytes = tensor->dtype == SGDNN_DTYPE_FP32 ? 4 : 2;
  for ( int i = 0; i < tensor->dim; ++i )
  {
    bytes *= tensor->shape[i];
  }
  return bytes;
}

static inline bool sgdnnIsTensorTransposed ( const SgdnnTensor_t * tensor )
{
  if ( tensor->dim < 2 )
  {
    return false;
  }
  bool plain = true, exchanged = true;
  int row = 1, column = 1;
  for ( int i = tensor->dim - 1; i >= 0; --i )
  {
    const int j = i == tensor->dim - 1 ? i - 1 : i == tensor->dim - 2 ? i + 1 : i;
    plain = plain && ( tensor->shape[i] == 1 || tensor->stride[i] == row );
    exchanged = exchanged && ( tensor->shape[j] == 1 || tensor->stride[j] == column );
    row *= tensor->shape[i];
    column *= tensor->shape[j];
  }
  return exchanged && !plain;
}

static inline int sgdnnTPUKernelDType ( SgdnnDataType_t dtype )
{
  return dtype == SGDNN_DTYPE_FP32 ? ( 2 << 1 ) | 1 : dtype == SGDNN_DTYPE_FP16 ? ( 1 << 1 ) | 1 : ( 5 << 1 ) | 1;
}

tpuRtStatus_t sgdnnSoftmax ( tpuRtStream_t stream, SgdnnTensor_t input, int dim, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( input.dtype == output.dtype );
  sg_api_softmax_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.axis = dim < 0 ? dim + input.dim : dim;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( stream, "tpu_kernel_api_softmax_multi_core", &api, sizeof ( api ), non_blocking ) );
  return tpuRtSuccess;
}

tpuRtStatus_t sgdnnNeg ( tpuRtStream_t stream, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_neg_t api = {0};
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( stream, "tpu_kernel_api_neg_multi_core", &api, sizeof ( api ), non_blocking ) );
  return tpuRtSuccess;
}

tpuRtStatus_t sgdnnReduceProd ( tpuRtStream_t stream, SgdnnTensor_t input, int axis, int keepdim, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( keepdim == 0 || output.dim == input.dim );
  void * buffer = nullptr;
  SAFE_CALL ( sgdnnCacheMalloc ( stream, &buffer, sgdnnTensorBytes ( &input ) ) );
  sg_api_reduce_prod_t api;
  api.input_global_addr = input.addr;
  api.buffer_global_addr = ( unsigned long long ) buffer;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.axis = axis;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( stream, "tpu_kernel_api_reduce_prod_multi_core", &api, sizeof ( api ), non_blocking ) );
  sgdnnCacheFree ( stream, buffer );
  return tpuRtSuccess;
}

// The result of the left operand's negation stays in a buffer; its address is a plain cast, also into a tensor.
tpuRtStatus_t sgdnnMatmul ( tpuRtStream_t stream, SgdnnTensor_t left, SgdnnTensor_t right, SgdnnTensor_t bias, SgdnnTensor_t output, bool non_blocking )
{
  void * left_buffer;
  SgdnnTensor_t first = left;
  const bool negated = bias.addr != 0 && bias.dim == 0;
  if ( negated )
  {
    SAFE_CALL ( sgdnnCacheMalloc ( stream, &left_buffer, sgdnnTensorBytes ( &left ) ) );
    first.addr = reinterpret_cast<unsigned long long> ( left_buffer );
    SAFE_CALL ( sgdnnNeg ( stream, left, first, non_blocking ) );
  }
  sg_api_matmul_multi_core_t api;
  api.left_global_addr = negated ? ( unsigned long long ) left_buffer : left.addr;
  api.right_global_addr = right.addr;
  api.bias_global_addr = negated ? 0 : bias.addr;
  api.output_global_addr = output.addr;
  api.m = output.shape[0];
  api.k = left.shape[1];
  api.n = output.shape[1];
  api.left_transposed = sgdnnIsTensorTransposed ( &left );
  api.right_transposed = sgdnnIsTensorTransposed ( &right );
  api.dtype = sgdnnTPUKernelDType ( left.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( stream, "tpu_kernel_api_matmul_multi_core", &api, sizeof ( api ), non_blocking ) );
  if ( negated )
  {
    sgdnnCacheFree ( stream, left_buffer );
  }
  return tpuRtSuccess;
}

tpuRtStatus_t sgdnnRMSNorm ( tpuRtStream_t stream, SgdnnTensor_t input, SgdnnTensor_t weight, SgdnnTensor_t bias, int axis, float eps, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_rmsnorm_t api;
  api.input_global_addr = input.addr;
  api.weight_global_addr = weight.addr;
  api.bias_global_addr = bias.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.axis = axis;
  api.eps = eps;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  SAFE_CALL ( sgdnnTPUKernelLaunch ( stream, "tpu_kernel_rmsnorm_forward", &api, sizeof ( api ), non_blocking ) );
  return tpuRtSuccess;
}
