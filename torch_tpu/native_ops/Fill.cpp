#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include <cmath>

#include "TPUTorchUtils.h"

namespace at
{

static Tensor & fill_contiguous_tpu ( Tensor & self, const void * value )
{
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnFillAsync (
                stream,
                value,
                tpu::TPUGenerateTpudnnTensor ( stream, self ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::CONST_FILL );
  return self;
}

template <typename T>
static Tensor & fill_typed_tpu ( Tensor & self, const Scalar & scalar )
{
  const T value = scalar.to<T>();
  return fill_contiguous_tpu ( self, &value );
}

Tensor & fill_tpu_ ( Tensor & self, const Scalar & value )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( self );
  if ( self.numel() == 0 )
  {
    return self;
  }
  if ( !self.is_contiguous() )
  {
    auto dense = empty ( self.sizes(), self.options() );
    return self.copy_ ( fill_tpu_ ( dense, value ) );
  }
  switch ( self.scalar_type() )
  {
  case kFloat:
    return fill_typed_tpu<float> ( self, value );
  case kHalf:
    return fill_typed_tpu<Half> ( self, value );
  case kBFloat16:
    return fill_typed_tpu<BFloat16> ( self, value );
  case kInt:
    return fill_typed_tpu<int32_t> ( self, value );
  case kShort:
    return fill_typed_tpu<int16_t> ( self, value );
  case kChar:
    return fill_typed_tpu<int8_t> ( self, value );
  case kByte:
    return fill_typed_tpu<uint8_t> ( self, value );
  case kBool:
    return fill_typed_tpu<bool> ( self, value );
  default:
    TORCH_CHECK ( false, "data type ", self.scalar_type() );
  }
  return self;
}

Tensor & arange_start_out_tpu ( const Scalar & start, const Scalar & end, const Scalar & step, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( out );
  TORCH_CHECK ( out.scalar_type() == kFloat || out.scalar_type() == kInt || out.scalar_type() == kLong, "data type ", out.scalar_type() );
  const double first = start.toDouble(), last = end.toDouble(), width = step.toDouble();
  for ( double number : { first, last, width } )
  {
    TORCH_CHECK ( std::trunc ( number ) == number && std::abs ( number ) < ( 1 << 24 ), "arange of ", number );
  }
  TORCH_CHECK ( width != 0. && ( last - first ) / width >= 0., "arange from ", first, " to ", last, " by ", width );
  const int64_t count = static_cast<int64_t> ( std::ceil ( ( last - first ) / width ) );
  if ( out.numel() != count )
  {
    out.resize_ ( { count } );
  }
  if ( count == 0 )
  {
    return out;
  }
  CHECK_TENSOR_IN_DEVICE ( out );
  auto flat = out.view ( { -1 } );
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnArangeAsync (
                stream,
                start.toInt(),
                end.toInt(),
                step.toInt(),
                tpu::TPUGenerateTpudnnTensor ( stream, flat ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::ARANGE );
  SHOW_TENSOR_OP ( out );
  return out;
}

} // namespace at