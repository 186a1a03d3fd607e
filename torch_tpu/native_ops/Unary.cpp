#include <ATen/core/Tensor.h>
#include <ATen/ops/zeros_like.h>

#include <limits>

#include "TPUTorchUtils.h"

namespace at
{

static inline bool is_float_type ( ScalarType dtype )
{
  return dtype == kFloat || dtype == kHalf || dtype == kBFloat16;
}

Tensor & neg_out_tpu ( const Tensor & self, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( is_float_type ( out.scalar_type() ) || out.scalar_type() == kInt, "data type ", out.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
  auto self_ = self.to ( out.dtype() ).contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnNegAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::NEG );
  SHOW_TENSOR_OP ( self, out );
  return out;
}

Tensor & sign_out_tpu ( const Tensor & self, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( is_float_type ( out.scalar_type() ), "data type ", out.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
  auto self_ = self.to ( out.dtype() ).contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnSignAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::SIGN );
  SHOW_TENSOR_OP ( self, out );
  return out;
}

Tensor & logical_not_out_tpu ( const Tensor & self, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( self );
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( self.scalar_type() != kLong && self.scalar_type() != kDouble, "data type ", self.scalar_type() );
  TORCH_CHECK ( out.scalar_type() == kBool || out.scalar_type() == kByte, "data type ", out.scalar_type() );
  if ( out.sizes() != self.sizes() )
  {
    out.resize_ ( self.sizes() );
  }
  if ( out.numel() == 0 )
  {
    return out;
  }
  auto self_ = self.contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnLogicalNotAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::LOGICAL_NOT );
  SHOW_TENSOR_OP ( self, out );
  return out;
}

Tensor & clamp_out_tpu ( const Tensor & self, const std::optional<Scalar> & min, const std::optional<Scalar> & max, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( is_float_type ( out.scalar_type() ), "data type ", out.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
  const float infinity = std::numeric_limits<float>::infinity();
  auto self_ = self.to ( out.dtype() ).contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnClampAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                min.has_value() ? min.value().toFloat() : -infinity,
                max.has_value() ? max.value().toFloat() : infinity,
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::CLAMP );
  SHOW_TENSOR_OP ( self, out );
  return out;
}

Tensor & addcmul_out_tpu ( const Tensor & self, const Tensor & tensor1, const Tensor & tensor2, const Scalar & value, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( is_float_type ( out.scalar_type() ), "data type ", out.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
  TORCH_CHECK ( IS_TPU_TENSOR ( self ) && IS_TPU_TENSOR ( tensor1 ) && IS_TPU_TENSOR ( tensor2 ), "addcmul of a number" );
  auto self_ = self.to ( out.dtype() ).expand ( out.sizes() ).contiguous();
  auto tensor1_ = tensor1.to ( out.dtype() ).expand ( out.sizes() ).contiguous();
  auto tensor2_ = tensor2.to ( out.dtype() ).expand ( out.sizes() ).contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnAddCMulAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, tensor1_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, tensor2_ ),
                value.toFloat(),
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::ADDCMUL );
  SHOW_TENSOR_OP ( self, tensor1, tensor2, out );
  return out;
}

} // namespace at
