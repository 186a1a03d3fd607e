#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <c10/core/WrapDimMinimal.h>

#include <vector>

#include "TPUTorchUtils.h"

namespace at
{

static inline void check_reduce_type ( const Tensor & out )
{
  TORCH_CHECK ( out.scalar_type() == kFloat || out.scalar_type() == kHalf || out.scalar_type() == kBFloat16, "data type ", out.scalar_type() );
}

// The dimensions to reduce become neighbours, [first, last) of what is returned: they are left where they are, or go to the end.
static Tensor neighbouring_dims ( const Tensor & self, OptionalIntArrayRef dims, int & first, int & last )
{
  std::vector<bool> reduced ( self.dim(), !dims.has_value() || dims.value().empty() );
  if ( dims.has_value() && self.dim() > 0 ) // a number has nothing to move; its dimensions 0 and -1 are names only
  {
    for ( auto dim : dims.value() )
    {
      reduced[maybe_wrap_dim ( dim, self.dim() )] = true;
    }
  }
  std::vector<int64_t> order, moved;
  for ( int64_t i = 0; i < self.dim(); ++i )
  {
    ( reduced[i] ? moved : order ).push_back ( i );
  }
  const int count = static_cast<int> ( moved.size() );
  first = count > 0 ? static_cast<int> ( moved.front() ) : static_cast<int> ( self.dim() );
  last = first + count;
  if ( count == 0 || moved.back() == last - 1 )
  {
    return self.contiguous();
  }
  first = static_cast<int> ( order.size() );
  last = static_cast<int> ( self.dim() );
  order.insert ( order.end(), moved.begin(), moved.end() );
  return self.permute ( order ).contiguous();
}

static Tensor & reduce_tpu ( const Tensor & self, OptionalIntArrayRef dims, int mode, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  check_reduce_type ( out );
  TORCH_CHECK ( self.numel() > 0, "no elements" );
  int first, last;
  const Tensor moved = neighbouring_dims ( self.to ( out.dtype() ), dims, first, last );
  std::vector<int64_t> kept = moved.sizes().vec();
  kept.erase ( kept.begin() + first, kept.begin() + last );
  auto kept_out = out.view ( kept );
  if ( moved.numel() == out.numel() )
  {
    // nothing to add up
    auto flat = moved.view ( { -1 } );
    auto flat_out = out.view ( { -1 } );
    auto status = sgdnnStridedCopy ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( flat ), tpu::TPUGenerateSgdnnTensor ( flat_out ) );
    TORCH_CHECK ( status == SG_SUCCESS );
    return out;
  }
  TIMING_START;
  auto status = sgdnnReduce (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( moved ),
                first,
                last,
                /* keepdim */ 0,
                mode,
                tpu::TPUGenerateSgdnnTensor ( kept_out ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::REDUCE );
  SHOW_TENSOR_OP ( self, out );
  return out;
}

Tensor & sum_out_tpu ( const Tensor & self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype, Tensor & out )
{
  return reduce_tpu ( self, dim, REDUCE_SUM, out );
}

Tensor & mean_out_tpu ( const Tensor & self, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype, Tensor & out )
{
  return reduce_tpu ( self, dim, REDUCE_MEAN, out );
}

Tensor & prod_out_tpu ( const Tensor & self, int64_t dim, bool keepdim, std::optional<ScalarType> dtype, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  check_reduce_type ( out );
  TORCH_CHECK ( self.dim() > 0 && self.numel() > 0, "prod of a tensor of shape ", self.sizes() );
  auto self_ = self.to ( out.dtype() ).contiguous();
  const int axis = static_cast<int> ( dim < 0 ? dim + self.dim() : dim );
  if ( self.size ( axis ) == 1 )
  {
    auto flat = self_.view ( { -1 } );
    auto flat_out = out.view ( { -1 } );
    auto status = sgdnnStridedCopy ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( flat ), tpu::TPUGenerateSgdnnTensor ( flat_out ) );
    TORCH_CHECK ( status == SG_SUCCESS );
    return out;
  }
  TIMING_START;
  auto status = sgdnnReduceProd (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( self_ ),
                axis,
                keepdim,
                tpu::TPUGenerateSgdnnTensor ( out ) );
  TORCH_CHECK ( SG_SUCCESS == status );
  TIMING_END ( tpu::PROD );
  SHOW_TENSOR_OP ( self, out );
  return out;
}

Tensor & vector_norm_out_tpu ( const Tensor & self, const Scalar & ord, OptionalIntArrayRef dim, bool keepdim, std::optional<ScalarType> dtype, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  check_reduce_type ( out );
  TORCH_CHECK ( self.numel() > 0, "no elements" );
  TORCH_CHECK ( ! self.is_complex(), "data type ", self.scalar_type() );
  TORCH_CHECK ( ord.toDouble() == 2., "norm ", ord );
  TORCH_CHECK ( out.numel() == 1 && ( !dim.has_value() || dim.value().empty() || static_cast<int64_t> ( dim.value().size() ) == self.dim() ), "norm over some dimensions" );
  auto self_ = self.to ( out.dtype() ).contiguous();
  TIMING_START;
  auto status = sgdnnNorm2 (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( self_ ),
                tpu::TPUGenerateSgdnnTensor ( out ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::NORM2 );
  SHOW_TENSOR_OP ( self, out );
  return out;
}

// indices come as INT32 and leave as torch has them, INT64
static void arg_tpu ( const Tensor & self, int axis, int mode, const std::optional<Tensor> & values, const Tensor & indices_out )
{
  TORCH_CHECK ( self.dim() > 0 && self.numel() > 0, "no elements" );
  TORCH_CHECK ( self.scalar_type() == kFloat || self.scalar_type() == kHalf || self.scalar_type() == kBFloat16, "data type ", self.scalar_type() );
  auto self_ = self.contiguous();
  auto indices = empty ( indices_out.sizes(), indices_out.options().dtype ( kInt ) );
  TIMING_START;
  auto status = sgdnnArg (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( self_ ),
                axis,
                mode,
                values.has_value() ? tpu::TPUGenerateSgdnnTensor ( values.value() ) : sgdnnUndefinedTensor(),
                tpu::TPUGenerateSgdnnTensor ( indices ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::ARG );
  indices_out.copy_ ( indices );
}

Tensor & argmax_out_tpu ( const Tensor & self, std::optional<int64_t> dim, bool keepdim, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( self );
  if ( dim.has_value() )
  {
    const int64_t axis = dim.value() < 0 ? dim.value() + self.dim() : dim.value();
    arg_tpu ( self, static_cast<int> ( axis ), ARG_ARGMAX, std::nullopt, out );
  }
  else
  {
    arg_tpu ( self.contiguous().view ( { -1 } ), 0, ARG_ARGMAX, std::nullopt, out.view ( {} ) );
  }
  return out;
}

Tensor & argmin_out_tpu ( const Tensor & self, std::optional<int64_t> dim, bool keepdim, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( self );
  if ( dim.has_value() )
  {
    const int64_t axis = dim.value() < 0 ? dim.value() + self.dim() : dim.value();
    arg_tpu ( self, static_cast<int> ( axis ), ARG_ARGMIN, std::nullopt, out );
  }
  else
  {
    arg_tpu ( self.contiguous().view ( { -1 } ), 0, ARG_ARGMIN, std::nullopt, out.view ( {} ) );
  }
  return out;
}

std::tuple<Tensor &, Tensor &> max_dim_out_tpu ( const Tensor & self, int64_t dim, bool keepdim, Tensor & max, Tensor & max_values )
{
  CHECK_TENSOR_IN_DEVICE ( max );
  arg_tpu ( self, static_cast<int> ( dim < 0 ? dim + self.dim() : dim ), ARG_MAX, max, max_values );
  return std::tuple<Tensor &, Tensor &> ( max, max_values );
}

std::tuple<Tensor &, Tensor &> min_dim_out_tpu ( const Tensor & self, int64_t dim, bool keepdim, Tensor & min, Tensor & min_indices )
{
  CHECK_TENSOR_IN_DEVICE ( min );
  arg_tpu ( self, static_cast<int> ( dim < 0 ? dim + self.dim() : dim ), ARG_MIN, min, min_indices );
  return std::tuple<Tensor &, Tensor &> ( min, min_indices );
}

} // namespace at
