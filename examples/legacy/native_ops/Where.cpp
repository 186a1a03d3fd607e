#include <ATen/ExpandUtils.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/result_type.h>

#include "TPUTorchUtils.h"

namespace at
{

// As a tensor of DTYPE on the device of COND, with the dimensions of the output or none.
static Tensor where_operand ( const Tensor & tensor, const Tensor & cond, ScalarType dtype, int64_t dim )
{
  auto operand = tensor.to ( cond.device(), dtype ).contiguous();
  if ( operand.dim() == 0 )
  {
    return operand;
  }
  auto sizes = operand.sizes().vec();
  sizes.insert ( sizes.begin(), dim - operand.dim(), 1 );
  return operand.view ( sizes );
}

Tensor & where_self_out_tpu ( const Tensor & condition, const Tensor & self, const Tensor & other, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( condition );
  TORCH_CHECK ( condition.scalar_type() == kBool || condition.scalar_type() == kByte, "where expected condition to be a boolean tensor" );
  const auto dtype = out.scalar_type();
  TORCH_CHECK ( dtype == result_type ( self, other ), "output of data type ", dtype );
  TORCH_CHECK ( dtype == kFloat || dtype == kHalf || dtype == kBFloat16, "data type ", dtype );
  const auto sizes = infer_size ( infer_size ( condition.sizes(), self.sizes() ), other.sizes() );
  if ( out.sizes() != sizes )
  {
    out.resize_ ( sizes );
  }
  CHECK_TENSOR_IN_DEVICE ( out );
  if ( out.numel() == 0 )
  {
    return out;
  }
  const auto dim = out.dim();
  auto cond_sizes = condition.sizes().vec();
  cond_sizes.insert ( cond_sizes.begin(), dim - condition.dim(), 1 );
  auto condition_ = condition.contiguous().view ( cond_sizes );
  auto self_ = where_operand ( self, condition, dtype, dim );
  auto other_ = where_operand ( other, condition, dtype, dim );
  TIMING_START;
  auto status = sgdnnWhere (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( condition_ ),
                tpu::TPUGenerateSgdnnTensor ( self_ ),
                tpu::TPUGenerateSgdnnTensor ( other_ ),
                tpu::TPUGenerateSgdnnTensor ( out ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::WHERE );
  SHOW_TENSOR_OP ( condition, self, other, out );
  return out;
}

} // namespace at
