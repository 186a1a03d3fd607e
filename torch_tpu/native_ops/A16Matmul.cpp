#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include "TPUTorchUtils.h"

namespace at
{

// weight of 4 or 8 bits, activations of 16
Tensor a16_matmul_tpu ( const Tensor & input, const Tensor & weight, const std::optional<Tensor> & bias, const Tensor & scale, const std::optional<Tensor> & zp, int64_t group_size, int64_t weight_bits )
{
  CHECK_TENSOR_IN_DEVICE ( input );
  CHECK_TENSOR_IN_DEVICE ( weight );
  CHECK_TENSOR_IN_DEVICE ( scale );
  auto output = empty ( { input.size ( 0 ), weight.size ( 0 ) }, input.options() );
  if ( bias.has_value() )
  {
    auto stream = c10_tpu::getCurrentTPUStream();
    auto status = tpudnnA16LinearAsync (
                  stream,
                  tpu::TPUGenerateTpudnnTensor ( stream, input ),
                  tpu::TPUGenerateTpudnnTensor ( stream, weight ),
                  tpu::TPUGenerateTpudnnTensor ( stream, bias.value() ),
                  tpu::TPUGenerateTpudnnTensor ( stream, scale ),
                  zp.has_value() ? tpu::TPUGenerateTpudnnTensor ( stream, zp.value() ) : tpudnnUndefinedTensor(),
                  group_size,
                  weight_bits,
                  tpu::TPUGenerateTpudnnTensor ( stream, output ) );
    TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  }
  else
  {
    auto stream = c10_tpu::getCurrentTPUStream();
    auto status = tpudnnA16MatmulAsync (
                  stream,
                  tpu::TPUGenerateTpudnnTensor ( stream, input ),
                  tpu::TPUGenerateTpudnnTensor ( stream, weight ),
                  tpu::TPUGenerateTpudnnTensor ( stream, scale ),
                  zp.has_value() ? tpu::TPUGenerateTpudnnTensor ( stream, zp.value() ) : tpudnnUndefinedTensor(),
                  group_size,
                  weight_bits,
                  tpu::TPUGenerateTpudnnTensor ( stream, output ) );
    TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  }
  SHOW_TENSOR_OP ( input, weight, output );
  return output;
}

} // namespace at
