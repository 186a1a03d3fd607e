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

bm_status_t sgdnnSoftmax ( bm_handle_t handle, SgdnnTensor_t input, int dim, SgdnnTensor_t output )
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
  BM_CHECK ( sgdnnTPUKernelLaunch ( handle, "tpu_kernel_api_softmax", &api, sizeof ( api ) ) );
  return BM_SUCCESS;
}

bm_status_t sgdnnNeg ( bm_handle_t handle, SgdnnTensor_t input, SgdnnTensor_t output )
{
  sg_api_neg_t api;
  api.input_global_addr = input.addr;
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  return sgdnnTPUKernelLaunch ( handle, "tpu_kernel_api_neg", &api, sizeof ( api ) );
}

bm_status_t sgdnnReduceProd ( bm_handle_t handle, SgdnnTensor_t input, int axis, int keepdim, SgdnnTensor_t output )
{
  SGDNN_CHECK ( keepdim == 0 || output.dim == input.dim );
  bm_device_mem_t buffer_mem;
  bm_status_t status = bm_malloc_device_byte ( handle, &buffer_mem, sgdnnTensorBytes ( &input ) );
  if ( BM_SUCCESS != status )
  {
    printf ( "no memory for the buffer of a product\n" );
    return status;
  }
  sg_api_reduce_prod_t api;
  api.input_global_addr = input.addr;
  api.buffer_global_addr = bm_mem_get_device_addr ( buffer_mem );
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.axis = axis;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
  BM_CHECK ( sgdnnTPUKernelLaunch ( handle, "tpu_kernel_api_reduce_prod", &api, sizeof ( api ) ) );
  bm_free_device ( handle, buffer_mem );
  return BM_SUCCESS;
}

// The left operand may go through a buffer that another operator fills.
bm_status_t sgdnnMatmul ( bm_handle_t handle, SgdnnTensor_t left, SgdnnTensor_t right, SgdnnTensor_t bias, SgdnnTensor_t output )
{
  SGDNN_CHECK ( !sgdnnIsTensorTransposed ( &left ) );
  const bool negated = bias.addr != 0 && bias.dim == 0;
  SgdnnTensor_t first = left;
  bm_device_mem_t left_mem;
  if ( negated )
  {
    BM_CHECK ( bm_malloc_device_byte ( handle, &left_mem, sgdnnTensorBytes ( &left ) ) );
    first.addr = bm_mem_get_device_addr ( left_mem );
    BM_CHECK ( sgdnnNeg ( handle, left, first ) );
  }
  sg_api_batch_matmul_t api;
  api.left_global_addr = first.addr;
  api.right_global_addr = right.addr;
  api.bias_global_addr = bias.addr;
  api.output_global_addr = output.addr;
  api.m = output.shape[0];
  api.k = left.shape[1];
  api.n = output.shape[1];
  api.has_bias = bias.addr != 0;
  api.dtype = sgdnnTPUKernelDType ( left.dtype );
  BM_CHECK ( sgdnnTPUKernelLaunch ( handle, "tpu_kernel_api_batch_matmul", &api, sizeof ( api ) ) );
  if ( negated )
  {
    bm_free_device ( handle, left_mem );
  }
  return BM_SUCCESS;
}
