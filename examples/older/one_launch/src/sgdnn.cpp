#include "sgdnn_api.h"

static inline size_t sgdnnDataSize ( SgdnnDataType_t dtype )
{
  return dtype == SGDNN_DTYPE_FP32 ? 4 : 2;
}

static inline size_t sgdnnTensorBytes ( const SgdnnTensor_t * tensor )
{
  size_t bytes = sgdnnDataSize ( tensor->dtype );
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

tpu_status_t sgdnnSoftmax ( tpu_resource_t resource, SgdnnTensor_t input, int dim, SgdnnTensor_t output, bool non_blocking )
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
#if defined BACKEND_SG2260
  SAFE_CALL ( sgdnnRunKernel ( resource, &api, sizeof ( api ), "tpu_kernel_api_softmax_multi_core", non_blocking ) );
#elif defined BACKEND_1684X
  SAFE_CALL ( sgdnnRunKernel ( resource, &api, sizeof ( api ), "tpu_kernel_api_softmax", non_blocking ) );
#endif
  return SG_SUCCESS;
}

// One body; the branches differ in the kernel only.
tpu_status_t sgdnnNeg ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t output, bool non_blocking )
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
#ifdef BACKEND_1684X
  SAFE_CALL ( sgdnnRunKernel ( resource, &api, sizeof ( api ), "tpu_kernel_api_neg", non_blocking ) );
#else
  SAFE_CALL ( sgdnnRunKernel ( resource, &api, sizeof ( api ), "tpu_kernel_api_neg_multi_core", non_blocking ) );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnReduceProd ( tpu_resource_t resource, SgdnnTensor_t input, int axis, int keepdim, SgdnnTensor_t output, bool non_blocking )
{
  SGDNN_CHECK ( keepdim == 0 || output.dim == input.dim );
  tpu_device_mem_t buffer_mem;
  SAFE_CALL ( sgdnnMallocDeviceByte ( resource, &buffer_mem, sgdnnTensorBytes ( &input ) ) );
  sg_api_reduce_prod_t api;
  api.input_global_addr = input.addr;
  api.buffer_global_addr = sgdnnGetDeviceAddr ( buffer_mem );
  api.output_global_addr = output.addr;
  api.dim = input.dim;
  for ( int i = 0; i < input.dim; ++i )
  {
    api.shape[i] = input.shape[i];
  }
  api.axis = axis;
  api.dtype = sgdnnTPUKernelDType ( input.dtype );
#if defined BACKEND_1684X
  SAFE_CALL ( sgdnnRunKernel ( resource, &api, sizeof ( api ), "tpu_kernel_api_reduce_prod", non_blocking ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnRunKernel ( resource, &api, sizeof ( api ), "tpu_kernel_api_reduce_prod_multi_core", non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  sgdnnFreeDevice ( resource, buffer_mem );
  return SG_SUCCESS;
}

// A transposed left operand only where the chip's kernel takes one.
tpu_status_t sgdnnMatmul ( tpu_resource_t resource, SgdnnTensor_t left, SgdnnTensor_t right, SgdnnTensor_t bias, SgdnnTensor_t output, bool non_blocking )
{
  sg_api_batch_matmul_t api;
  api.left_global_addr = left.addr;
  api.right_global_addr = right.addr;
  api.bias_global_addr = bias.addr;
  api.output_global_addr = output.addr;
  api.m = output.shape[0];
  api.k = left.shape[1];
  api.n = output.shape[1];
  api.has_bias = ( int ) ( bias.addr != 0 );
  api.dtype = sgdnnTPUKernelDType ( left.dtype );
#if defined BACKEND_1684X
  SGDNN_CHECK ( !sgdnnIsTensorTransposed ( &left ) );
  SAFE_CALL ( sgdnnRunKernel ( resource, &api, sizeof ( api ), "tpu_kernel_api_batch_matmul", non_blocking ) );
#elif defined BACKEND_SG2260
  SAFE_CALL ( sgdnnRunKernel ( resource, &api, sizeof ( api ), "tpu_kernel_api_matmul_multi_core", non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}

tpu_status_t sgdnnRMSNorm ( tpu_resource_t resource, SgdnnTensor_t input, SgdnnTensor_t weight, SgdnnTensor_t bias, int axis, float eps, SgdnnTensor_t output, bool non_blocking )
{
#if defined BACKEND_SG2260
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
  SAFE_CALL ( sgdnnRunKernel ( resource, &api, sizeof ( api ), "tpu_kernel_rmsnorm_forward", non_blocking ) );
#else
  SGDNN_CHECK ( false );
#endif
  return SG_SUCCESS;
}
