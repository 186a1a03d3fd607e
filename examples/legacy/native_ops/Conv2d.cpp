#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include "TPUTorchUtils.h"

namespace at
{

static inline int64_t conv_output_size ( int64_t input, int64_t kernel, int64_t stride, int64_t padding, int64_t dilation )
{
  return ( input + 2 * padding - dilation * ( kernel - 1 ) - 1 ) / stride + 1;
}

Tensor convolution_overrideable_tpu ( const Tensor & input, const Tensor & weight, const std::optional<Tensor> & bias, IntArrayRef stride, IntArrayRef padding, IntArrayRef dilation, bool transposed, IntArrayRef output_padding, int64_t groups )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( input );
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( weight );
  TORCH_CHECK ( transposed == false, "transposed convolution" );
  TORCH_CHECK ( input.dim() == 4 && weight.dim() == 4, "convolution of ", input.dim(), " dimensions" );
  TORCH_CHECK ( input.scalar_type() == weight.scalar_type(), "data types ", input.scalar_type(), " and ", weight.scalar_type() );
  TORCH_CHECK ( input.scalar_type() == kFloat || input.scalar_type() == kHalf || input.scalar_type() == kBFloat16, "data type ", input.scalar_type() );
  SgdnnConv2dParam_t conv_param;
  conv_param.kernel_h = weight.size ( 2 );
  conv_param.kernel_w = weight.size ( 3 );
  conv_param.pad_h = padding[0];
  conv_param.pad_w = padding[padding.size() - 1];
  conv_param.stride_h = stride[0];
  conv_param.stride_w = stride[stride.size() - 1];
  conv_param.dilation_h = dilation[0];
  conv_param.dilation_w = dilation[dilation.size() - 1];
  conv_param.groups = groups;
  const int64_t output_h = conv_output_size ( input.size ( 2 ), conv_param.kernel_h, conv_param.stride_h, conv_param.pad_h, conv_param.dilation_h );
  const int64_t output_w = conv_output_size ( input.size ( 3 ), conv_param.kernel_w, conv_param.stride_w, conv_param.pad_w, conv_param.dilation_w );
  TORCH_CHECK ( output_h > 0 && output_w > 0, "the kernel is larger than the input" );
  auto output = empty ( { input.size ( 0 ), weight.size ( 0 ), output_h, output_w }, input.options() );
  if ( output.numel() == 0 )
  {
    return output;
  }
  auto input_ = input.contiguous();
  auto weight_ = weight.contiguous();
  std::optional<Tensor> bias_;
  if ( bias.has_value() && bias.value().defined() )
  {
    bias_ = bias.value().to ( input.dtype() ).contiguous();
  }
  TIMING_START;
  auto status = sgdnnConv2d (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( input_ ),
                tpu::TPUGenerateSgdnnTensor ( weight_ ),
                bias_.has_value() ? tpu::TPUGenerateSgdnnTensor ( bias_.value() ) : sgdnnUndefinedTensor(),
                conv_param,
                tpu::TPUGenerateSgdnnTensor ( output ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::CONVOLUTION );
  SHOW_TENSOR_OP ( input, weight, output );
  const bool channels_last = input.suggest_memory_format() == MemoryFormat::ChannelsLast || weight.suggest_memory_format() == MemoryFormat::ChannelsLast;
  return channels_last ? output.contiguous ( MemoryFormat::ChannelsLast ) : output;
}

} // namespace at
