#pragma once

// What the operators of native_ops need from the torch side of the legacy tree. It is there to compile them, for one chip at a time;
// nothing is linked against it.

#include <vector>

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <c10/util/Exception.h>
#include <c10/util/Optional.h>

#include "sgdnn_api.h"

#define TPU PrivateUse1

#define CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS(t) \
do \
{ \
  TORCH_CHECK ( ( t ).device().type() == c10::DeviceType::TPU, __func__, ": ", #t, " is not on a TPU device" ); \
} \
while ( 0 )

#define CHECK_TENSOR_IN_DEVICE(t) \
do \
{ \
  CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS ( t ); \
  TORCH_CHECK ( ( t ).is_contiguous(), __func__, ": ", #t, " is not contiguous" ); \
} \
while ( 0 )

#define IS_TPU_TENSOR(t) ( ( t ).device().type() == c10::DeviceType::TPU )
#define IS_CPU_TENSOR(t) ( ( t ).device().type() == c10::DeviceType::CPU )

#ifdef TPU_OP_TIMING
#define TIMING_START auto timer = tpu::Timer().Start();
#define TIMING_END(op) tpu::OpTimer::Instance().AddTime ( op, timer.ElapsedUS() );
#else
#define TIMING_START
#define TIMING_END(op)
#endif

#define SHOW_TENSOR_OP(...)
#define CPU_IMPL_WARNING(...)

namespace tpu
{

// The current stream of the current device.
tpu_resource_t TPUGetDeviceResource();

inline SgdnnDataType_t TPUConvertDType ( c10::ScalarType dtype )
{
  switch ( dtype )
  {
  case c10::ScalarType::Float:
    return SGDNN_DTYPE_FP32;
  case c10::ScalarType::Half:
    return SGDNN_DTYPE_FP16;
  case c10::ScalarType::BFloat16:
    return SGDNN_DTYPE_BF16;
  case c10::ScalarType::Long:
    return SGDNN_DTYPE_INT64;
  case c10::ScalarType::Int:
    return SGDNN_DTYPE_INT32;
  case c10::ScalarType::Short:
    return SGDNN_DTYPE_INT16;
  case c10::ScalarType::Char:
    return SGDNN_DTYPE_INT8;
  case c10::ScalarType::Bool:
  case c10::ScalarType::Byte:
    return SGDNN_DTYPE_UINT8;
  default:
    TORCH_CHECK ( false, "data type ", dtype, " is not supported" );
  }
}

inline SgdnnTensor_t TPUGenerateSgdnnTensor ( const at::Tensor & tensor )
{
  SgdnnTensor_t t;
  t.addr = reinterpret_cast<unsigned long long> ( tensor.data_ptr() );
  t.dtype = TPUConvertDType ( tensor.scalar_type() );
  t.dim = static_cast<int> ( tensor.dim() );
  for ( int i = 0; i < t.dim; ++i )
  {
    t.shape[i] = static_cast<int> ( tensor.size ( i ) );
    t.stride[i] = static_cast<int> ( tensor.stride ( i ) );
  }
  return t;
}

}
