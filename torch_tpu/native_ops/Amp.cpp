#include <ATen/core/Tensor.h>

#include <vector>

#include "TPUTorchUtils.h"

namespace at
{

void _amp_foreach_non_finite_check_and_unscale_tpu ( TensorList self, Tensor & found_inf, const Tensor & inv_scale )
{
  CHECK_TENSOR_IN_DEVICE ( found_inf );
  CHECK_TENSOR_IN_DEVICE ( inv_scale );
  TORCH_CHECK ( inv_scale.numel() == 1, "inv_scale must be a 1-element tensor." );
  TORCH_CHECK ( found_inf.numel() == 1, "found_inf must be a 1-element tensor." );
  TORCH_CHECK ( inv_scale.scalar_type() == kFloat, "inv_scale must be a float tensor." );
  TORCH_CHECK ( found_inf.scalar_type() == kFloat, "found_inf must be a float tensor." );
  auto inv_scale_cpu = inv_scale.cpu();
  std::vector<tpudnnTensor_t> inputs;
  auto stream = c10_tpu::getCurrentTPUStream();
  for ( const auto & tensor : self )
  {
    CHECK_TENSOR_IN_DEVICE ( tensor );
    TORCH_CHECK ( tensor.scalar_type() == kFloat || tensor.scalar_type() == kHalf || tensor.scalar_type() == kBFloat16, "data type ", tensor.scalar_type() );
    if ( tensor.numel() > 0 )
    {
      inputs.push_back ( tpu::TPUGenerateTpudnnTensor ( stream, tensor ) );
    }
  }
  TIMING_START;
  auto status = tpudnnInfCheckAndUnscaleAsync (
                stream,
                inputs,
                tpu::TPUGenerateTpudnnTensor ( stream, found_inf ),
                *inv_scale_cpu.data_ptr<float>() );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS, "_amp_foreach_non_finite_check_and_unscale_ failed." );
  TIMING_END ( tpu::INF_CHECK_AND_UNSCALE );
  SHOW_TENSOR_OP ( found_inf, inv_scale );
}

} // namespace at
