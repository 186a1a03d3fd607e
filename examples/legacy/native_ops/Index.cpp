#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include <vector>

#include "TPUTorchUtils.h"

namespace at
{

Tensor & index_select_out_tpu ( const Tensor & self, int64_t dim, const Tensor & index, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( self );
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( index );
  TORCH_CHECK ( self.dim() > 0, "index_select of a number" );
  TORCH_CHECK ( index.dim() <= 1, "index_select(): Index is supposed to be a vector" );
  TORCH_CHECK ( index.scalar_type() == kLong || index.scalar_type() == kInt, "index_select(): Expected dtype int32 or int64 for index" );
  TORCH_CHECK ( self.scalar_type() != kLong && self.scalar_type() != kDouble && !self.is_complex(), "data type ", self.scalar_type() );
  TORCH_CHECK ( out.scalar_type() == self.scalar_type(), "index_select(): self and result must have the same scalar type" );
  const int axis = static_cast<int> ( dim < 0 ? dim + self.dim() : dim );
  auto sizes = self.sizes().vec();
  sizes[axis] = index.numel();
  if ( out.sizes() != sizes )
  {
    out.resize_ ( sizes );
  }
  CHECK_TENSOR_IN_DEVICE ( out );
  if ( out.numel() == 0 )
  {
    return out;
  }
#if 1
  auto self_ = self.contiguous();
  auto index_ = index.contiguous().view ( { -1 } );
  TIMING_START;
  auto status = sgdnnIndexSelect (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( self_ ),
                tpu::TPUGenerateSgdnnTensor ( index_ ),
                axis,
                tpu::TPUGenerateSgdnnTensor ( out ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::INDEX_SELECT );
#else
  auto out_cpu = index_select ( self.cpu(), dim, index.cpu() );
  out.copy_ ( out_cpu );
#endif
  SHOW_TENSOR_OP ( self, index, out );
  return out;
}

Tensor index_select_tpu ( const Tensor & self, int64_t dim, const Tensor & index )
{
  TORCH_CHECK ( self.dim() > 0, "index_select of a number" );
  auto sizes = self.sizes().vec();
  sizes[dim < 0 ? dim + self.dim() : dim] = index.numel();
  auto out = empty ( sizes, self.options() );
  return index_select_out_tpu ( self, dim, index, out );
}

Tensor nonzero_tpu ( const Tensor & self )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( self );
  TORCH_CHECK ( self.dim() > 0 && self.numel() > 0, "nonzero of a tensor of shape ", self.sizes() );
  const bool counts = self.scalar_type() == kBool || self.scalar_type() == kByte || self.scalar_type() == kChar || self.scalar_type() == kInt;
  auto self_ = counts ? self.contiguous() : self.ne ( 0 ).contiguous();
  auto positions = empty ( { self.numel(), self.dim() }, self.options().dtype ( kInt ) );
  auto num = empty ( { 1 }, self.options().dtype ( kInt ) );
  TIMING_START;
  auto status = sgdnnNonzero (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( self_ ),
                tpu::TPUGenerateSgdnnTensor ( positions ),
                tpu::TPUGenerateSgdnnTensor ( num ),
                static_cast<int> ( self.numel() ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::NONZERO );
  SHOW_TENSOR_OP ( self, positions, num );
  // one row of memory for each dimension, as PyTorch has it
  auto out = empty ( { self.dim(), num.item().toInt() }, self.options().dtype ( kLong ) ).t();
  return out.copy_ ( positions.narrow ( 0, 0, out.size ( 0 ) ) );
}

} // namespace at
