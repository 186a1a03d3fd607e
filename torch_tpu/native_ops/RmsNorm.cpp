#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include "TPUTorchUtils.h"

namespace at
{

Tensor rms_norm_tpu ( const Tensor & input, IntArrayRef normalized_shape, const std::optional<Tensor> & weight, const std::optional<Tensor> & bias, double eps )
{
  CHECK_TENSOR_IN_DEVICE ( input );
  const auto dims = static_cast<int64_t> ( normalized_shape.size() );
  TORCH_CHECK ( dims > 0 && dims <= input.dim() && input.sizes().slice ( input.dim() - dims ) == normalized_shape, "normalized_shape ", normalized_shape, " for a tensor of shape ", input.sizes() );
  auto output = empty ( input.sizes(), input.options() );
  if ( input.numel() == 0 )
  {
    return output;
  }
  const int axis = static_cast<int> ( input.dim() - normalized_shape.size() );
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  tpudnnStatus_t status = tpudnnRMSNormAsync (
      stream,
      tpu::TPUGenerateTpudnnTensor ( stream, input ),
      weight.has_value() ? tpu::TPUGenerateTpudnnTensor ( stream, weight.value() ) : tpudnnUndefinedTensor(),
      bias.has_value() ? tpu::TPUGenerateTpudnnTensor ( stream, bias.value() ) : tpudnnUndefinedTensor(),
      axis,
      eps,
      tpu::TPUGenerateTpudnnTensor ( stream, output ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::RMS_NORM );
  SHOW_TENSOR_OP ( input, output );
  return output;
}

} // namespace at
