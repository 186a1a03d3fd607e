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
  auto status = sgdnnActive ( \
                tpu::TPUGetDeviceResource(), \
                tpu::TPUGenerateSgdnnTensor ( self_ ), \
                tpu::TPUGenerateSgdnnTensor ( out ), \
                active_type ); \
  TORCH_CHECK ( status == SG_SUCCESS ); \
  TIMING_END ( tpu::ACTIVE ); \
  SHOW_TENSOR_OP ( self, out ); \
  return out; \
}

IMP_ACTIVE_OUT ( tanh, ACTIVE_TANH )
IMP_ACTIVE_OUT ( sigmoid, ACTIVE_SIGMOID )
IMP_ACTIVE_OUT ( exp, ACTIVE_EXP )
IMP_ACTIVE_OUT ( expm1, ACTIVE_EXPM1 )
IMP_ACTIVE_OUT ( exp2, ACTIVE_EXP2 )
IMP_ACTIVE_OUT ( sqrt, ACTIVE_SQRT )
IMP_ACTIVE_OUT ( rsqrt, ACTIVE_RSQRT )
IMP_ACTIVE_OUT ( reciprocal, ACTIVE_RECIPROCAL )
IMP_ACTIVE_OUT ( abs, ACTIVE_ABSVAL )
IMP_ACTIVE_OUT ( round, ACTIVE_ROUND )
IMP_ACTIVE_OUT ( ceil, ACTIVE_CEIL )
IMP_ACTIVE_OUT ( floor, ACTIVE_FLOOR )
IMP_ACTIVE_OUT ( trunc, ACTIVE_TRUNC )
IMP_ACTIVE_OUT ( sin, ACTIVE_SIN )
IMP_ACTIVE_OUT ( cos, ACTIVE_COS )
IMP_ACTIVE_OUT ( tan, ACTIVE_TAN )
IMP_ACTIVE_OUT ( asin, ACTIVE_ARCSIN )
IMP_ACTIVE_OUT ( acos, ACTIVE_ARCCOS )
IMP_ACTIVE_OUT ( sinh, ACTIVE_SINH )
IMP_ACTIVE_OUT ( cosh, ACTIVE_COSH )
IMP_ACTIVE_OUT ( asinh, ACTIVE_ARCSINH )
IMP_ACTIVE_OUT ( acosh, ACTIVE_ARCCOSH )
IMP_ACTIVE_OUT ( atanh, ACTIVE_ARCTANH )
IMP_ACTIVE_OUT ( silu, ACTIVE_SILU )
IMP_ACTIVE_OUT ( mish, ACTIVE_MISH )
IMP_ACTIVE_OUT ( hardsigmoid, ACTIVE_HSIGMOID )
IMP_ACTIVE_OUT ( hardswish, ACTIVE_HSWISH )

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
  auto status = sgdnnActive ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( self_ ), tpu::TPUGenerateSgdnnTensor ( result ), active_type ); \
  TORCH_CHECK ( status == SG_SUCCESS ); \
  if ( out.scalar_type() != kFloat ) \
  { \
    out.copy_ ( result ); \
  } \
  return out; \
}

IMP_ERROR_FUNCTION_OUT ( erf, ACTIVE_ERF )
IMP_ERROR_FUNCTION_OUT ( erfc, ACTIVE_ERFC )

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
  auto status = sgdnnActive (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( self.contiguous() ),
                tpu::TPUGenerateSgdnnTensor ( out ),
                ACTIVE_RELU );
  TORCH_CHECK ( status == SG_SUCCESS );
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
  auto status = sgdnnActive (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( self_ ),
                tpu::TPUGenerateSgdnnTensor ( out ),
                ACTIVE_ISNAN );
  TORCH_CHECK ( SG_SUCCESS == status );
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
  auto status = sgdnnLog ( tpu::TPUGetDeviceResource(), tpu::TPUGenerateSgdnnTensor ( self_ ), tpu::TPUGenerateSgdnnTensor ( out ), log_type ); \
  TORCH_CHECK ( status == SG_SUCCESS ); \
  return out; \
}

IMP_LOG_OUT ( log, LOG_E )
IMP_LOG_OUT ( log1p, LOG_1P )
IMP_LOG_OUT ( log2, LOG_2 )
IMP_LOG_OUT ( log10, LOG_10 )

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
  auto status = sgdnnGELU (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( self_ ),
                tpu::TPUGenerateSgdnnTensor ( out ) );
  TORCH_CHECK ( status == SG_SUCCESS );
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
  auto status = sgdnnGELUBackward (
                tpu::TPUGetDeviceResource(),
                tpu::TPUGenerateSgdnnTensor ( grad_output_ ),
                tpu::TPUGenerateSgdnnTensor ( self_ ),
                tpu::TPUGenerateSgdnnTensor ( grad_input ) );
  TORCH_CHECK ( status == SG_SUCCESS );
  TIMING_END ( tpu::GELU_BACKWARD );
  SHOW_TENSOR_OP ( grad_output, self, grad_input );
  return grad_input;
}

} // namespace at
