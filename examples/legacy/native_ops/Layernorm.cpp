#include <ATen/core/Tensor.h>

#include <array>
#include <tuple>

#include "TPUTorchUtils.h"

namespace at
{

static inline void check_layer_norm ( const Tensor & input, IntArrayRef normalized_shape )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( input );
  TORCH_CHECK ( input.scalar_type() == kFloat || input.scalar_type() == kHalf || input.scalar_type() == kBFloat16, "data type ", input.scalar_type() );
  const auto dims = static_cast<int64_t> ( normalized_shape.size() );
  TORCH_CHECK ( dims > 0 && dims <= input.dim() && input.sizes().slice ( input.dim() - dims ) == normalized_shape, "normalized_shape ", normalized_shape, " for a tensor of shape ", input.sizes() );
}

// sizes of mean and rstd: the dimensions that are not normalised, and ones
static inline std::vector<int64_t> statistics_shape ( const Tensor & input, IntArrayRef normalized_shape )
{
  std::vector<int64_t> shape ( input.dim(), 1 );
  for ( size_t i = 0; i < input.dim() - normalized_shape.size(); ++i )
  {
    shape[i] = input.size ( i );
  }
  return shape;
}

std::tuple<Tensor, Tensor, Tensor> layer_norm_tpu ( const Tensor & input, IntArrayRef normalized_shape, const std::optional<Tensor> & weight_opt, const std::optional<Tensor> & bias_opt, double eps )
{
  check_layer_norm ( input, normalized_shape );
  auto output = empty ( input.sizes(), input.options() );
  auto mean = empty ( statistics_shape ( input, normalized_shape ), input.options() );
  auto rstd = empty ( statistics_shape ( input, normalized_shape ), input.options() );
  if ( input.numel() == 0 )
  {
    return std::make_tuple ( output, mean, rstd );
  }
  Tensor weight, bias;
  if ( weight_opt.has_value() && weight_opt.value().defined() )
  {
    weight = weight_opt.value().contiguous();
    TORCH_CHECK ( weight.scalar_type() == input.scalar_type(), "weight of data type ", weight.scalar_type() );
  }
  if ( bias_opt.has_value() && bias_opt.value().defined() )
  {
    bias = bias_opt.value().contiguous();
    TORCH_CHECK ( bias.scalar_type() == input.scalar_type(), "bias of data type ", bias.scalar_type() );
  }
  const int start_dim = static_cast<int> ( input.dim() - normalized_shape.size() );
  auto input_ = input.contiguous();
  TIMING_START;
  auto status = sgdnnLayernorm (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( input_ ),
                weight.defined() ? tpu::TPUGenerateSgdnnTensor ( weight ) : sgdnnUndefinedTensor(),
                bias.defined() ? tpu::TPUGenerateSgdnnTensor ( bias ) : sgdnnUndefinedTensor(),
                start_dim,
                eps,
                tpu::TPUGenerateSgdnnTensor ( output ),
                tpu::TPUGenerateSgdnnTensor ( mean ),
                tpu::TPUGenerateSgdnnTensor ( rstd ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::LAYERNORM );
  SHOW_TENSOR_OP ( input, output, mean, rstd );
  return std::make_tuple ( output, mean, rstd );
}

std::tuple<Tensor, Tensor, Tensor> layer_norm_backward_tpu ( const Tensor & grad_out, const Tensor & input, IntArrayRef normalized_shape, const Tensor & mean, const Tensor & rstd, const std::optional<Tensor> & weight_opt, const std::optional<Tensor> & bias_opt, std::array<bool, 3> output_mask )
{
  check_layer_norm ( input, normalized_shape );
  Tensor grad_input, grad_weight, grad_bias;
  if ( output_mask[0] )
  {
    grad_input = empty ( input.sizes(), input.options() );
  }
  if ( output_mask[1] )
  {
    grad_weight = empty ( normalized_shape, input.options() );
  }
  if ( output_mask[2] )
  {
    grad_bias = empty ( normalized_shape, input.options() );
  }
  TORCH_CHECK ( input.numel() > 0, "no elements" );
  auto grad_out_ = grad_out.to ( input.dtype() ).contiguous();
  auto input_ = input.contiguous();
  auto mean_ = mean.to ( input.dtype() ).contiguous();
  auto rstd_ = rstd.to ( input.dtype() ).contiguous();
  std::optional<Tensor> weight;
  if ( weight_opt.has_value() && weight_opt.value().defined() )
  {
    weight = weight_opt.value().to ( input.dtype() ).contiguous();
  }
  const int start_dim = static_cast<int> ( input.dim() - normalized_shape.size() );
  TIMING_START;
  auto status = sgdnnLayernormBackward (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( grad_out_ ),
                tpu::TPUGenerateSgdnnTensor ( input_ ),
                weight.has_value() ? tpu::TPUGenerateSgdnnTensor ( weight.value() ) : sgdnnUndefinedTensor(),
                tpu::TPUGenerateSgdnnTensor ( mean_ ),
                tpu::TPUGenerateSgdnnTensor ( rstd_ ),
                start_dim,
                output_mask[0] ? tpu::TPUGenerateSgdnnTensor ( grad_input ) : sgdnnUndefinedTensor(),
                output_mask[1] ? tpu::TPUGenerateSgdnnTensor ( grad_weight ) : sgdnnUndefinedTensor(),
                output_mask[2] ? tpu::TPUGenerateSgdnnTensor ( grad_bias ) : sgdnnUndefinedTensor() );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::LAYERNORM_BACKWARD );
  SHOW_TENSOR_OP ( grad_out, input );
  return std::make_tuple ( grad_input, grad_weight, grad_bias );
}

} // namespace at
