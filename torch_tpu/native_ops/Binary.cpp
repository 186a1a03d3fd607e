#include <ATen/ExpandUtils.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/result_type.h>

#include <cmath>

#include "TPUTorchUtils.h"

namespace at
{

// 标量：a tensor of one number that is still on the CPU
static inline bool is_cpu_scalar ( const Tensor & tensor )
{
  return tensor.dim() == 0 && IS_CPU_TENSOR ( tensor );
}

static inline bool is_arithmetic_type ( ScalarType dtype )
{
  return dtype == kFloat || dtype == kHalf || dtype == kBFloat16 || dtype == kInt || dtype == kShort || dtype == kChar || dtype == kByte;
}

// the kernels take numbers as float
static inline float kernel_scalar ( const Scalar & scalar, ScalarType dtype )
{
  const double value = scalar.toDouble();
  TORCH_CHECK ( isFloatingType ( dtype ) || ( std::trunc ( value ) == value && std::abs ( value ) < ( 1 << 24 ) ), "number ", value, " for data type ", dtype );
  return static_cast<float> ( value );
}

// other comes with the dimensions of output: those in front have one element
static inline void pad_dims ( tpudnnTensor_t & tensor, int dim )
{
  const int missing = dim - tensor.dim;
  for ( int i = dim - 1; i >= 0; --i )
  {
    tensor.shape[i] = i < missing ? 1 : tensor.shape[i - missing];
    tensor.stride[i] = i < missing ? 1 : tensor.stride[i - missing];
  }
  tensor.dim = dim;
}

static Tensor & binary_bcast_tpu ( const Tensor & self, const Tensor & other, float alpha, int binary_type, Tensor & out )
{
  auto stream = c10_tpu::getCurrentTPUStream();
  auto self_t = tpu::TPUGenerateTpudnnTensor ( stream, self );
  auto other_t = tpu::TPUGenerateTpudnnTensor ( stream, other );
  pad_dims ( self_t, out.dim() );
  auto & other_dims = other_t;
  pad_dims ( other_dims, out.dim() );
  TIMING_START;
  auto status = tpudnnBinaryBcastAsync (
                stream,
                self_t,
                other_t,
                alpha,
                tpu::TPUGenerateTpudnnTensor ( stream, out ),
                binary_type );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::BINARY_BCAST );
  return out;
}

static Tensor & binary_scalar_tpu ( const Tensor & self, const Scalar & scalar, int binary_type, bool inversed, Tensor & out )
{
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnBinaryCAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self ),
                kernel_scalar ( scalar, out.scalar_type() ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ),
                binary_type, // 0 for add, 1 for sub, 2 for mul, 3 for div
                inversed );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::BINARY_C );
  return out;
}

static void check_binary ( const Tensor & self, const Tensor & other, const Tensor & out )
{
  TORCH_CHECK ( is_arithmetic_type ( out.scalar_type() ), "data type ", out.scalar_type() );
  TORCH_CHECK ( out.sizes() == infer_size ( self.sizes(), other.sizes() ), "shape of the output" );
  CHECK_TENSOR_IN_DEVICE ( out );
}

Tensor & add_out_tpu ( const Tensor & self, const Tensor & other, const Scalar & alpha, Tensor & out )
{
  check_binary ( self, other, out );
  if ( out.numel() == 0 )
  {
    return out;
  }
#if 0
  auto out_cpu = add ( self.cpu(), other.cpu(), alpha );
  out.copy_ ( out_cpu );
#else
  if ( is_cpu_scalar ( other ) )
  {
    return binary_scalar_tpu ( self.to ( out.dtype() ).contiguous(), other.item().toDouble() * alpha.toDouble(), BINARY_ADD, false, out );
  }
  if ( is_cpu_scalar ( self ) )
  {
    auto scaled = alpha.toDouble() == 1. ? other.to ( out.dtype() ).contiguous() : other.to ( out.dtype() ).mul ( alpha ).contiguous();
    return binary_scalar_tpu ( scaled, self.item(), BINARY_ADD, true, out );
  }
  auto self_ = self.contiguous();
  auto other_ = other.contiguous();
  if ( self.sizes() != other.sizes() )
  {
    return binary_bcast_tpu ( self_.to ( out.dtype() ), other_.to ( out.dtype() ), kernel_scalar ( alpha, out.scalar_type() ), BINARY_ADD, out );
  }
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnBinaryAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_.to ( out.dtype() ) ),
                tpu::TPUGenerateTpudnnTensor ( stream, other_.to ( out.dtype() ) ),
                kernel_scalar ( alpha, out.scalar_type() ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ),
                BINARY_ADD );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::ADD );
#endif
  SHOW_TENSOR_OP ( self, other, out );
  return out;
}

Tensor & sub_out_tpu ( const Tensor & self, const Tensor & other, const Scalar & alpha, Tensor & out )
{
  check_binary ( self, other, out );
  if ( out.numel() == 0 )
  {
    return out;
  }
#if 0
  auto out_cpu = sub ( self.cpu(), other.cpu(), alpha );
  out.copy_ ( out_cpu );
#else
  if ( is_cpu_scalar ( other ) )
  {
    return binary_scalar_tpu ( self.to ( out.dtype() ).contiguous(), other.item().toDouble() * alpha.toDouble(), BINARY_SUB, false, out );
  }
  if ( is_cpu_scalar ( self ) )
  {
    auto scaled = alpha.toDouble() == 1. ? other.to ( out.dtype() ).contiguous() : other.to ( out.dtype() ).mul ( alpha ).contiguous();
    return binary_scalar_tpu ( scaled, self.item(), BINARY_SUB, true, out );
  }
  auto self_ = self.contiguous();
  auto other_ = other.contiguous();
  if ( self.sizes() != other.sizes() )
  {
    return binary_bcast_tpu ( self_.to ( out.dtype() ), other_.to ( out.dtype() ), kernel_scalar ( alpha, out.scalar_type() ), BINARY_SUB, out );
  }
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnBinaryAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_.to ( out.dtype() ) ),
                tpu::TPUGenerateTpudnnTensor ( stream, other_.to ( out.dtype() ) ),
                kernel_scalar ( alpha, out.scalar_type() ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ),
                BINARY_SUB );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::SUB );
#endif
  SHOW_TENSOR_OP ( self, other, out );
  return out;
}

Tensor & mul_out_tpu ( const Tensor & self, const Tensor & other, Tensor & out )
{
  check_binary ( self, other, out );
  if ( out.numel() == 0 )
  {
    return out;
  }
  if ( is_cpu_scalar ( other ) )
  {
    return binary_scalar_tpu ( self.to ( out.dtype() ).contiguous(), other.item(), BINARY_MUL, false, out );
  }
  if ( is_cpu_scalar ( self ) )
  {
    return binary_scalar_tpu ( other.to ( out.dtype() ).contiguous(), self.item(), BINARY_MUL, false, out );
  }
  auto self_ = self.contiguous();
  auto other_ = other.contiguous();
  if ( self.sizes() != other.sizes() )
  {
    return binary_bcast_tpu ( self_.to ( out.dtype() ), other_.to ( out.dtype() ), 1.f, BINARY_MUL, out );
  }
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnBinaryAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_.to ( out.dtype() ) ),
                tpu::TPUGenerateTpudnnTensor ( stream, other_.to ( out.dtype() ) ),
                /* scalar */ 1.f,
                tpu::TPUGenerateTpudnnTensor ( stream, out ),
                BINARY_MUL );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::MUL );
  SHOW_TENSOR_OP ( self, other, out );
  return out;
}

Tensor & div_out_tpu ( const Tensor & self, const Tensor & other, Tensor & out )
{
  check_binary ( self, other, out );
  TORCH_CHECK ( isFloatingType ( out.scalar_type() ), "data type ", out.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
  if ( is_cpu_scalar ( other ) )
  {
    return binary_scalar_tpu ( self.to ( out.dtype() ).contiguous(), other.item(), BINARY_DIV, false, out );
  }
  if ( is_cpu_scalar ( self ) )
  {
    return binary_scalar_tpu ( other.to ( out.dtype() ).contiguous(), self.item(), BINARY_DIV, true, out );
  }
  auto self_ = self.contiguous();
  auto other_ = other.contiguous();
  if ( self.sizes() != other.sizes() )
  {
    return binary_bcast_tpu ( self_.to ( out.dtype() ), other_.to ( out.dtype() ), 1.f, BINARY_DIV, out );
  }
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnBinaryAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_.to ( out.dtype() ) ),
                tpu::TPUGenerateTpudnnTensor ( stream, other_.to ( out.dtype() ) ),
                1.f,
                tpu::TPUGenerateTpudnnTensor ( stream, out ),
                BINARY_DIV );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::DIV );
  SHOW_TENSOR_OP ( self, other, out );
  return out;
}

static Tensor & compare_scalar_tpu ( const Tensor & self, const Scalar & scalar, int mode, bool scalar_first, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( out.scalar_type() == kBool || out.scalar_type() == kByte, "data type ", out.scalar_type() );
  TORCH_CHECK ( is_arithmetic_type ( self.scalar_type() ) || self.scalar_type() == kBool, "data type ", self.scalar_type() );
  TORCH_CHECK ( out.sizes() == self.sizes(), "shape of the output" );
  // the number takes the tensor's data type, as it does on the CPU
  double value = scalar.toDouble();
  if ( self.scalar_type() == kHalf )
  {
    value = static_cast<float> ( static_cast<Half> ( static_cast<float> ( value ) ) );
  }
  else if ( self.scalar_type() == kBFloat16 )
  {
    value = static_cast<float> ( static_cast<BFloat16> ( static_cast<float> ( value ) ) );
  }
  else if ( self.scalar_type() != kFloat )
  {
    TORCH_CHECK ( std::abs ( value ) < ( 1 << 24 ), "number ", value, " for data type ", self.scalar_type() );
  }
  auto self_ = self.contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnComparisionCAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                static_cast<float> ( value ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ),
                mode, // 0 for ==, 1 for !=, 2 for >, 3 for >=, 4 for <, 5 for <=
                scalar_first ? 0 : 1 );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::COMPARISION_C );
  return out;
}

static Tensor & compare_tpu ( const Tensor & self, const Tensor & other, int mode, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  if ( out.numel() == 0 )
  {
    return out;
  }
  if ( is_cpu_scalar ( other ) )
  {
    return compare_scalar_tpu ( self, other.item(), mode, false, out );
  }
  if ( is_cpu_scalar ( self ) )
  {
    return compare_scalar_tpu ( other, self.item(), mode, true, out );
  }
  const auto dtype = result_type ( self, other );
  TORCH_CHECK ( is_arithmetic_type ( dtype ) || dtype == kBool, "data type ", dtype );
  TORCH_CHECK ( out.scalar_type() == kBool || out.scalar_type() == kByte, "data type ", out.scalar_type() );
  TORCH_CHECK ( out.sizes() == infer_size ( self.sizes(), other.sizes() ), "shape of the output" );
  auto self_ = self.to ( dtype ).contiguous();
  auto other_ = other.to ( dtype ).contiguous();
  if ( self.sizes() == other.sizes() )
  {
    TIMING_START;
    auto stream = c10_tpu::getCurrentTPUStream();
    auto status = tpudnnComparisionAsync (
                  stream,
                  tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                  tpu::TPUGenerateTpudnnTensor ( stream, other_ ),
                  tpu::TPUGenerateTpudnnTensor ( stream, out ),
                  mode );
    TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
    TIMING_END ( tpu::COMPARISION );
  }
  else
  {
    auto stream = c10_tpu::getCurrentTPUStream();
    auto self_t = tpu::TPUGenerateTpudnnTensor ( stream, self_ );
    auto other_t = tpu::TPUGenerateTpudnnTensor ( stream, other_ );
    pad_dims ( self_t, out.dim() );
    pad_dims ( other_t, out.dim() );
    TIMING_START;
    auto status = tpudnnComparisionBcastAsync (
                  stream,
                  self_t,
                  other_t,
                  tpu::TPUGenerateTpudnnTensor ( stream, out ),
                  mode );
    TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
    TIMING_END ( tpu::COMPARISION_BCAST );
  }
  SHOW_TENSOR_OP ( self, other, out );
  return out;
}

#define IMP_COMPARE_OUT(name, mode) \
Tensor & name##_out_tpu ( const Tensor & self, const Tensor & other, Tensor & out ) \
{ \
  return compare_tpu ( self, other, mode, out ); \
} \
Tensor & name##_scalar_out_tpu ( const Tensor & self, const Scalar & other, Tensor & out ) \
{ \
  return out.numel() == 0 ? out : compare_scalar_tpu ( self, other, mode, false, out ); \
}

IMP_COMPARE_OUT ( eq, EQUAL )
IMP_COMPARE_OUT ( ne, NOT_EQUAL )
IMP_COMPARE_OUT ( gt, GREATER )
IMP_COMPARE_OUT ( ge, GREATER_OR_EQUAL )
IMP_COMPARE_OUT ( lt, LESS_THAN )
IMP_COMPARE_OUT ( le, LESS_THAN_OR_EQUAL )

Tensor & minimum_out_tpu ( const Tensor & self, const Tensor & other, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( is_arithmetic_type ( out.scalar_type() ), "data type ", out.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
  TORCH_CHECK ( IS_TPU_TENSOR ( self ) && IS_TPU_TENSOR ( other ), "minimum of a number" );
  auto self_ = self.to ( out.dtype() ).expand ( out.sizes() ).contiguous();
  auto other_ = other.to ( out.dtype() ).expand ( out.sizes() ).contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnMinimumAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, other_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::MINIMUM );
  SHOW_TENSOR_OP ( self, other, out );
  return out;
}

Tensor & hypot_out_tpu ( const Tensor & self, const Tensor & other, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( isFloatingType ( out.scalar_type() ) && out.scalar_type() != kDouble, "data type ", out.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
  TORCH_CHECK ( IS_TPU_TENSOR ( self ) && IS_TPU_TENSOR ( other ), "hypot of a number" );
  auto self_ = self.to ( out.dtype() ).expand ( out.sizes() ).contiguous();
  auto other_ = other.to ( out.dtype() ).expand ( out.sizes() ).contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnHypotAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, other_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::HYPOT );
  SHOW_TENSOR_OP ( self, other, out );
  return out;
}

Tensor & bitwise_left_shift_out_tpu ( const Tensor & self, const Tensor & other, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( is_arithmetic_type ( out.scalar_type() ) && isIntegralType ( out.scalar_type(), false ), "data type ", out.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
  TORCH_CHECK ( IS_TPU_TENSOR ( self ) && IS_TPU_TENSOR ( other ), "shift by a number" );
  auto self_ = self.to ( out.dtype() ).expand ( out.sizes() ).contiguous();
  auto other_ = other.to ( out.dtype() ).expand ( out.sizes() ).contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnShiftLeftAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, other_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::SHIFT_LEFT );
  SHOW_TENSOR_OP ( self, other, out );
  return out;
}

Tensor & pow_tensor_out_tpu ( const Tensor & self, const Tensor & exponent, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( out.scalar_type() == kFloat || out.scalar_type() == kHalf || out.scalar_type() == kBFloat16, "data type ", out.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
  TORCH_CHECK ( IS_TPU_TENSOR ( self ) && IS_TPU_TENSOR ( exponent ), "pow of a number" );
  auto self_ = self.to ( out.dtype() ).expand ( out.sizes() ).contiguous();
  auto exponent_ = exponent.to ( out.dtype() ).expand ( out.sizes() ).contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnPowAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, exponent_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::POW );
  SHOW_TENSOR_OP ( self, exponent, out );
  return out;
}

Tensor & pow_scalar_out_tpu ( const Tensor & self, const Scalar & exponent, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( out.scalar_type() == kFloat || out.scalar_type() == kHalf || out.scalar_type() == kBFloat16, "data type ", out.scalar_type() );
  const double power = exponent.toDouble();
  // what rounds less than an exponent of the tensor's data type would
  if ( power == 2. )
  {
    auto self_ = self.to ( out.dtype() );
    return mul_out_tpu ( self_, self_, out );
  }
  TORCH_CHECK ( out.scalar_type() == kFloat || ( std::abs ( power ) <= 64. && std::trunc ( 2 * power ) == 2 * power ), "exponent ", power );
  auto exponents = empty_like ( out, out.options() ).fill_ ( exponent );
  return pow_tensor_out_tpu ( self, exponents, out );
}

} // namespace at
