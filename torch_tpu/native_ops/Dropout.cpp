#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include <mutex>
#include <tuple>

#include "TPUTorchUtils.h"

namespace at
{

static unsigned long long next_seed()
{
  auto generator = detail::getDefaultCPUGenerator();
  std::lock_guard<std::mutex> lock ( generator.mutex() );
  return generator.get<CPUGeneratorImpl>()->random64();
}

std::tuple<Tensor, Tensor> native_dropout_tpu ( const Tensor & input, double p, std::optional<bool> train )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( input );
  TORCH_CHECK ( input.scalar_type() == kFloat || input.scalar_type() == kHalf || input.scalar_type() == kBFloat16, "data type ", input.scalar_type() );
  TORCH_CHECK ( p >= 0. && p < 1. && train.value_or ( true ), "dropout that drops everything or nothing" );
  auto output = empty ( input.sizes(), input.options() );
  auto mask = empty ( input.sizes(), input.options().dtype ( kBool ) );
  if ( input.numel() == 0 )
  {
    return std::make_tuple ( output, mask );
  }
  auto input_ = input.contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnDropoutAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, input_ ),
                next_seed(),
                p,
                tpu::TPUGenerateTpudnnTensor ( stream, output ),
                tpu::TPUGenerateTpudnnTensor ( stream, mask ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::DROPOUT );
  SHOW_TENSOR_OP ( input, output, mask );
  return std::make_tuple ( output, mask );
}

} // namespace at
