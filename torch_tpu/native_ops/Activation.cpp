#include <ATen/core/Tensor.h>

#include "TPUTorchUtils.h"

namespace at
{

static inline bool is_active_type ( ScalarType dtype )
{
  return dtype == kFloat || dtype == kHalf || dtype == kBFloat16;
}

// float functions of one tensor, each an enumerator of the library
#define IMP_ACTIVE_OUT(name, active_type) \
Tensor & name##_out_tpu ( const Tensor & self, Tensor & out ) \
{ \
  CHECK_TENSOR_IN_DEVICE ( out ); \
  TORCH_CHECK ( is_active_type ( out.scalar_type() ), "data type ", out.scalar_type() ); \
  TORCH_CHECK ( self.sizes() == out.sizes(), "shape of the output" ); \
  if ( out.numel() == 0 ) \
  { \
    return out; \
  } \
  auto self_ = self.to ( out.dtype() ).contiguous(); \
  TIMING_START; \
  auto stream = c10_tpu::getCurrentTPUStream(); \
  auto status = tpudnnActiveAsync ( \
                stream, \
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ), \
                tpu::TPUGenerateTpudnnTensor ( stream, out ), \
                active_type ); \
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS ); \
  TIMING_END ( tpu::ACTIVE ); \
  SHOW_TENSOR_OP ( self, out ); \
  return out; \
}

IMP_ACTIVE_OUT ( tanh, TPUDNN_ACTIVE_TANH )
IMP_ACTIVE_OUT ( sigmoid, TPUDNN_ACTIVE_SIGMOID )
IMP_ACTIVE_OUT ( exp, TPUDNN_ACTIVE_EXP )
IMP_ACTIVE_OUT ( expm1, TPUDNN_ACTIVE_EXPM1 )
IMP_ACTIVE_OUT ( exp2, TPUDNN_ACTIVE_EXP2 )
IMP_ACTIVE_OUT ( sqrt, TPUDNN_ACTIVE_SQRT )
IMP_ACTIVE_OUT ( rsqrt, TPUDNN_ACTIVE_RSQRT )
IMP_ACTIVE_OUT ( reciprocal, TPUDNN_ACTIVE_RECIPROCAL )
IMP_ACTIVE_OUT ( abs, TPUDNN_ACTIVE_ABSVAL )
IMP_ACTIVE_OUT ( round, TPUDNN_ACTIVE_ROUND )
IMP_ACTIVE_OUT ( ceil, TPUDNN_ACTIVE_CEIL )
IMP_ACTIVE_OUT ( floor, TPUDNN_ACTIVE_FLOOR )
IMP_ACTIVE_OUT ( trunc, TPUDNN_ACTIVE_TRUNC )
IMP_ACTIVE_OUT ( sin, TPUDNN_ACTIVE_SIN )
IMP_ACTIVE_OUT ( cos, TPUDNN_ACTIVE_COS )
IMP_ACTIVE_OUT ( tan, TPUDNN_ACTIVE_TAN )
IMP_ACTIVE_OUT ( asin, TPUDNN_ACTIVE_ARCSIN )
IMP_ACTIVE_OUT ( acos, TPUDNN_ACTIVE_ARCCOS )
IMP_ACTIVE_OUT ( sinh, TPUDNN_ACTIVE_SINH )
IMP_ACTIVE_OUT ( cosh, TPUDNN_ACTIVE_COSH )
IMP_ACTIVE_OUT ( asinh, TPUDNN_ACTIVE_ARCSINH )
IMP_ACTIVE_OUT ( acosh, TPUDNN_ACTIVE_ARCCOSH )
IMP_ACTIVE_OUT ( atanh, TPUDNN_ACTIVE_ARCTANH )
IMP_ACTIVE_OUT ( silu, TPUDNN_ACTIVE_SILU )
IMP_ACTIVE_OUT ( mish, TPUDNN_ACTIVE_MISH )
IMP_ACTIVE_OUT ( hardsigmoid, TPUDNN_ACTIVE_HSIGMOID )
IMP_ACTIVE_OUT ( hardswish, TPUDNN_ACTIVE_HSWISH )

// one chip knows the error function for FP32 only
#define IMP_ERROR_FUNCTION_OUT(name, active_type) \
Tensor & name##_out_tpu ( const Tensor & self, Tensor & out ) \
{ \
  CHECK_TENSOR_IN_DEVICE ( out ); \
  TORCH_CHECK ( is_active_type ( out.scalar_type() ), "data type ", out.scalar_type() ); \
  if ( out.numel() == 0 ) \
  { \
    return out; \
  } \
  auto self_ = self.to ( kFloat ).contiguous(); \
  auto result = out.scalar_type() == kFloat ? out : empty_like ( self_ ); \
  auto stream = c10_tpu::getCurrentTPUStream();                                                                                                          \
  auto status = tpudnnActiveAsync ( stream, tpu::TPUGenerateTpudnnTensor ( stream, self_ ), tpu::TPUGenerateTpudnnTensor ( stream, result ), active_type ); \
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS ); \
  if ( out.scalar_type() != kFloat ) \
  { \
    out.copy_ ( result ); \
  } \
  return out; \
}

IMP_ERROR_FUNCTION_OUT ( erf, TPUDNN_ACTIVE_ERF )
IMP_ERROR_FUNCTION_OUT ( erfc, TPUDNN_ACTIVE_ERFC )

Tensor & relu_out_tpu ( const Tensor & self, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( self );
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( is_active_type ( self.scalar_type() ), "data type ", self.scalar_type() );
  if ( self.numel() == 0 )
  {
    return out;
  }
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnActiveAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self.contiguous() ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ),
                TPUDNN_ACTIVE_RELU );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::RELU );
  SHOW_TENSOR_OP ( self, out );
  return out;
}

Tensor & isnan_out_tpu ( const Tensor & self, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( self );
  TORCH_CHECK ( is_active_type ( self.scalar_type() ), "data type ", self.scalar_type() );
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( out.scalar_type() == kBool, "output of data type ", out.scalar_type() );
  if ( self.numel() == 0 )
  {
    return out;
  }
  auto self_ = self.contiguous();
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnActiveAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ),
                TPUDNN_ACTIVE_ISNAN );
  TORCH_CHECK ( TPUDNN_STATUS_SUCCESS == status );
  return out;
}

#define IMP_LOG_OUT(name, log_type) \
Tensor & name##_out_tpu ( const Tensor & self, Tensor & out ) \
{ \
  CHECK_TENSOR_IN_DEVICE ( out ); \
  TORCH_CHECK ( is_active_type ( out.scalar_type() ), "data type ", out.scalar_type() ); \
  if ( out.numel() == 0 ) \
  { \
    return out; \
  } \
  auto self_ = self.to ( out.dtype() ).contiguous(); \
  auto stream = c10_tpu::getCurrentTPUStream();                                                                                                 \
  auto status = tpudnnLogAsync ( stream, tpu::TPUGenerateTpudnnTensor ( stream, self_ ), tpu::TPUGenerateTpudnnTensor ( stream, out ), log_type ); \
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS ); \
  return out; \
}

IMP_LOG_OUT ( log, TPUDNN_LOG_E )
IMP_LOG_OUT ( log1p, TPUDNN_LOG_1P )
IMP_LOG_OUT ( log2, TPUDNN_LOG_2 )
IMP_LOG_OUT ( log10, TPUDNN_LOG_10 )

Tensor & gelu_out_tpu ( const Tensor & self, c10::string_view approximate, Tensor & out )
{
  CHECK_TENSOR_IN_DEVICE ( out );
  TORCH_CHECK ( approximate == "none", "gelu: approximation ", approximate );
  TORCH_CHECK ( is_active_type ( self.scalar_type() ), "data type ", self.scalar_type() );
  if ( out.numel() == 0 )
  {
    return out;
  }
  auto self_ = self.contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnGELUAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, out ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::GELU );
  SHOW_TENSOR_OP ( self, out );
  return out;
}

Tensor & gelu_backward_grad_input_tpu ( const Tensor & grad_output, const Tensor & self, c10::string_view approximate, Tensor & grad_input )
{
  CHECK_TENSOR_IN_DEVICE ( grad_input );
  TORCH_CHECK ( approximate == "none", "gelu: approximation ", approximate );
  TORCH_CHECK ( is_active_type ( self.scalar_type() ), "data type ", self.scalar_type() );
  if ( grad_input.numel() == 0 )
  {
    return grad_input;
  }
  auto grad_output_ = grad_output.to ( self.dtype() ).contiguous();
  auto self_ = self.contiguous();
  TIMING_START;
  auto stream = c10_tpu::getCurrentTPUStream();
  auto status = tpudnnGELUBackwardAsync (
                stream,
                tpu::TPUGenerateTpudnnTensor ( stream, grad_output_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, self_ ),
                tpu::TPUGenerateTpudnnTensor ( stream, grad_input ) );
  TORCH_CHECK ( status == TPUDNN_STATUS_SUCCESS );
  TIMING_END ( tpu::GELU_BACKWARD );
  SHOW_TENSOR_OP ( grad_output, self, grad_input );
  return grad_input;
}

} // namespace at
