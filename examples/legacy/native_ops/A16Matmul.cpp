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
#if defined BACKEND_SG2260
  if ( bias.has_value() )
  {
    auto status = sgdnnA16Linear (
                  tpu::TPUGetDeviceResource(),
                  tpu::TPUGenerateSgdnnTensor ( input ),
                  tpu::TPUGenerateSgdnnTensor ( weight ),
                  tpu::TPUGenerateSgdnnTensor ( bias.value() ),
                  tpu::TPUGenerateSgdnnTensor ( scale ),
                  zp.has_value() ? tpu::TPUGenerateSgdnnTensor ( zp.value() ) : sgdnnUndefinedTensor(),
                  group_size,
                  weight_bits,
                  tpu::TPUGenerateSgdnnTensor ( output ) );
    TORCH_CHECK ( status == SG_SUCCESS );
  }
  else
  {
    auto status = sgdnnA16Matmul (
                  tpu::TPUGetDeviceResource(),
                  tpu::TPUGenerateSgdnnTensor ( input ),
                  tpu::TPUGenerateSgdnnTensor ( weight ),
                  tpu::TPUGenerateSgdnnTensor ( scale ),
                  zp.has_value() ? tpu::TPUGenerateSgdnnTensor ( zp.value() ) : sgdnnUndefinedTensor(),
                  group_size,
                  weight_bits,
                  tpu::TPUGenerateSgdnnTensor ( output ) );
    TORCH_CHECK ( status == SG_SUCCESS );
  }
#elif defined BACKEND_1684X
  TORCH_CHECK ( false );
#endif
  SHOW_TENSOR_OP ( input, weight, output );
  return output;
}

} // namespace at
