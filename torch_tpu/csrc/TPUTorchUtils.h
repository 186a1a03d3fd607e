#pragma once

// What a native operator of torch_tpu/native_ops uses. Kept small: no torch/extension.h, per-operator headers only.

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/zeros_like.h>
#include <c10/util/Exception.h>

#include <vector>

#include "Compatibility.h"
#if __has_include("NativeKernels.h") // not where the operators are those of a converted tree
#include "NativeKernels.h"
#endif
#ifdef TPU_TREE_OPERATORS // they register themselves
#include "bridges/TreeLibrary.h"
#endif
#include "core/Export.h"
#include "core/Stream.h"
#include "TPUGuard.h"
#include "core/Timing.h"
#include "sg_api/types.h" // modes of binary, comparing and reducing kernels, which operators pass on
#include "tpuDNN.h"

// The device type's name in operators: DeviceType::TPU.
#define TPU PrivateUse1

#define IS_TPU_TENSOR(t) ((t).device().type() == c10::DeviceType::TPU)
#define IS_CPU_TENSOR(t) ((t).device().type() == c10::DeviceType::CPU)

#define CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS(t) \
    TORCH_CHECK(IS_TPU_TENSOR(t), __func__, ": ", #t, " is on ", (t).device(), ", not on a tpu device")

#define CHECK_TENSOR_IN_DEVICE(t)                                                   \
    do                                                                              \
    {                                                                               \
        CHECK_TENSOR_IN_DEVICE_NO_CONTIGUOUS(t);                                    \
        TORCH_CHECK((t).is_contiguous(), __func__, ": ", #t, " is not contiguous"); \
    } while (false)

#define SHOW_TENSOR_OP(...) ::tpu::showTensors(__func__, #__VA_ARGS__, {__VA_ARGS__});
#define SHOW_EMPTY_INFO(t) ::tpu::showTensors(__func__, #t, {at::Tensor(t)})
#define CPU_IMPL_WARNING(...) TORCH_WARN_ONCE(__func__, " computes on the CPU")

namespace tpu
{

/// The library's number for a torch data type; raises for one that it has none for.
TPU_API tpudnnDataType_t TPUConvertDType(c10::ScalarType dtype);

/// The library's view of a tensor: address, shape and strides in elements. The tensor must lie on the stream's device and must outlive
/// the call it is made for.
TPU_API tpudnnTensor_t TPUGenerateTpudnnTensor(const c10_tpu::TPUStream &stream, const at::Tensor &tensor);

/// A complex64 tensor as the library sees it: float32, real parts, strides doubled.
TPU_API tpudnnTensor_t TPUGenerateTpudnnTensorforComplex64(const c10_tpu::TPUStream &stream, const at::Tensor &tensor);

/// Whether a tpu device is a chip of this name or alias; false on other devices. Guards on chip macros become this.
TPU_API bool TPUIsChip(const c10::Device &device, const char *chip);

/// Prints address, dtype, sizes and strides of each tensor at TORCH_TPU_SHOW_OPS=1.
TPU_API void showTensors(const char *function, const char *names, std::initializer_list<at::Tensor> tensors);

} // namespace tpu
