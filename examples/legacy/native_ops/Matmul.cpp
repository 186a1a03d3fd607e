#include <ATen/core/Tensor.h>

#include "TPUTorchUtils.h"

namespace at
{

static inline bool is_transposed ( const Tensor & tensor )
{
  return tensor.dim() >= 2 && tensor.is_contiguous() == false && tensor.transpose ( -2, -1 ).is_contiguous();
}

// what the library multiplies as it is; anything else is copied first
static inline Tensor matmul_operand ( const Tensor & tensor )
{
  return tensor.is_contiguous() || is_transposed ( tensor ) ? tensor : tensor.contiguous();
}

Tensor & mm_out_tpu ( const Tensor & self, const Tensor & mat2, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( self );
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( mat2 );
  CHECK_TENSOR_IN_DEVICE ( out );
  if ( out.numel() == 0 )
  {
    return out;
  }
  if ( self.size ( 1 ) == 0 )
  {
    return out.zero_();
  }
#if 0
  auto out_cpu = mm ( self.cpu(), mat2.cpu() );
  out.copy_ ( out_cpu );
#else
  auto self_ = matmul_operand ( self );
  auto mat2_ = matmul_operand ( mat2 );
  TIMING_START;
  auto status = sgdnnMatmul (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( self_ ),
                tpu::TPUGenerateSgdnnTensor ( mat2_ ),
                sgdnnUndefinedTensor(),
                tpu::TPUGenerateSgdnnTensor ( out ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::MM );
#endif
  SHOW_TENSOR_OP ( self, mat2, out );
  return out;
}

Tensor & addmm_out_tpu ( const Tensor & self, const Tensor & mat1, const Tensor & mat2, const Scalar & beta, const Scalar & alpha, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( self );
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( mat1 );
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( mat2 );
  CHECK_TENSOR_IN_DEVICE ( out );
  if ( out.numel() == 0 )
  {
    return out;
  }
#if 0
  auto out_cpu = addmm ( self.cpu(), mat1.cpu(), mat2.cpu(), beta, alpha );
  out.copy_ ( out_cpu );
#else
  if ( alpha.toDouble() == 1. && beta.toDouble() == 1. && self.dim() == 1 && self.size ( 0 ) == out.size ( 1 ) && mat1.size ( 1 ) > 0 )
  {
    auto self_ = self.contiguous();
    auto mat1_ = matmul_operand ( mat1 );
    auto mat2_ = matmul_operand ( mat2 );
    TIMING_START;
    auto status = sgdnnMatmul (
                  tpu::TPUGetDeviceResource(),
                  tpu::TPUGenerateSgdnnTensor ( mat1_ ),
                  tpu::TPUGenerateSgdnnTensor ( mat2_ ),
                  tpu::TPUGenerateSgdnnTensor ( self_ ),
                  tpu::TPUGenerateSgdnnTensor ( out ) );
    TORCH_CHECK ( status == SG_SUCCESS );
    TIMING_END ( tpu::MM );
  }
  else
  {
    // beta 0 ignores self, whatever it holds
    auto product = mat1.mm ( mat2 ).mul ( alpha );
    out.copy_ ( beta.toDouble() == 0. ? product : product.add ( self, beta ) );
  }
#endif
  SHOW_TENSOR_OP ( self, mat1, mat2, out );
  return out;
}

Tensor & bmm_out_tpu ( const Tensor & self, const Tensor & mat2, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( self );
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( mat2 );
  CHECK_TENSOR_IN_DEVICE ( out );
  if ( out.numel() == 0 )
  {
    return out;
  }
  if ( self.size ( 2 ) == 0 )
  {
    return out.zero_();
  }
#if 0
  auto out_cpu = bmm ( self.cpu(), mat2.cpu() );
  out.copy_ ( out_cpu );
#else
  auto self_ = matmul_operand ( self );
  auto mat2_ = matmul_operand ( mat2 );
  TIMING_START;
  auto status = sgdnnBatchMatmul (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( self_ ),
                tpu::TPUGenerateSgdnnTensor ( mat2_ ),
                tpu::TPUGenerateSgdnnTensor ( out ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::BMM );
#endif
  SHOW_TENSOR_OP ( self, mat2, out );
  return out;
}

Tensor & baddbmm_out_tpu ( const Tensor & self, const Tensor & batch1, const Tensor & batch2, const Scalar & beta, const Scalar & alpha, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( batch1 );
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( batch2 );
  CHECK_TENSOR_IN_DEVICE ( out );
  if ( out.numel() == 0 )
  {
    return out;
  }
  // integers take alpha and beta as integers, which the product of the parts does not
  TORCH_CHECK ( out.is_floating_point(), "data type ", out.scalar_type() );
  auto product = batch1.bmm ( batch2 ).mul ( alpha );
  out.copy_ ( beta.toDouble() == 0. ? product : product.add ( self, beta ) );
  SHOW_TENSOR_OP ( self, batch1, batch2, out );
  return out;
}

} // namespace at
