#include <ATen/core/Tensor.h>

#include "TPUTorchUtils.h"

namespace at
{

static inline int wrap_dim ( int64_t dim, int64_t dims )
{
  return static_cast<int> ( dim < 0 ? dim + dims : dim );
}

Tensor & _softmax_out_tpu ( const Tensor & self, int64_t dim, bool half_to_float, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( half_to_float == false, "softmax that converts" );
  TORCH_CHECK ( self.dim() > 0, "softmax of a number" );
  TORCH_CHECK ( self.scalar_type() == kFloat || self.scalar_type() == kHalf || self.scalar_type() == kBFloat16, "data type ", self.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
#if 0
  auto out_cpu = _softmax ( self.cpu(), dim, half_to_float );
  out.copy_ ( out_cpu );
#else
  auto self_ = self.contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnSoftmaxAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                wrap_dim ( dim, self.dim() ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::SOFTMAX );
#endif
  SHOW_TENSOR_OP ( self, out );
  return out;
}

Tensor & _softmax_backward_data_out_tpu ( const Tensor & grad_output, const Tensor & output, int64_t dim, ScalarType input_dtype, Tensor & grad_input )
{
  CHECK_TENSOR_IN_DEVICE ( grad_input );
  TORCH_CHECK ( output.dim() > 0, "softmax of a number" );
  TORCH_CHECK ( output.scalar_type() == input_dtype && grad_output.scalar_type() == input_dtype, "softmax that converts" );
  TORCH_CHECK ( input_dtype == kFloat || input_dtype == kHalf || input_dtype == kBFloat16, "data type ", input_dtype );
  if ( grad_input.numel() == 0 )
  {
    return grad_input;
  }
  auto grad_output_ = grad_output.contiguous();
  auto output_ = output.contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnSoftmaxBackwardAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, grad_output_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, output_ ),
                wrap_dim ( dim, output.dim() ),
                tpu::TPUGenerateTpudnnTensor ( stream, grad_input ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::SOFTMAX_BACKWARD );
  SHOW_TENSOR_OP ( grad_output, output, grad_input );
  return grad_input;
}

} // namespace at
