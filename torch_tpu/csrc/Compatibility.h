#pragma once

// What converted operators of a legacy tree use beside the helpers of TPUTorchUtils.h: its device manager's functions and copies, on this device.
// Names and parameters are the legacy ones; what they do is said here.

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

#if __has_include(<ATen/NamedTensorUtils.h>) // PyTorch's, or the one of bridges/
#include <ATen/NamedTensorUtils.h>
#endif

#include <cstddef>

#include "core/Export.h"

#define TENSOR_TO_CPU(t) ((t).to(at::Device(c10::DeviceType::CPU)))
#define TENSOR_TO_TPU(t) ((t).to(::tpu::TPUGetCurrentDevice()))

namespace tpu
{

/// The calling thread's current tpu device.
TPU_API at::Device TPUGetCurrentDevice();
/// How many tpu devices there are, and the index of the current one.
TPU_API int TPUGetDeviceCount();
TPU_API int TPUGetDeviceIndex();
/// Makes a device current for the calling thread. Raises IndexError for one that there is not.
TPU_API void TPUSetDeviceIndex(int index);

/// Memory of the current device, or of `index`, from PyTorch's allocator; nullptr for no bytes. Raises OutOfMemoryError.
TPU_API void *TPUAlloc(size_t bytes);
TPU_API void *TPUAlloc(size_t bytes, int index);
/// Gives it back once the current stream has come here; nullptr is ignored.
TPU_API void TPUFree(void *memory);

/// Copies `bytes` bytes in the order of the current stream. With `non_blocking` the call may return before: host memory must stay as it is,
/// and be read only, after the stream was waited for. Raises what the library says of a wrong address, and the fault of a kernel before it.
TPU_API void TPUCopyHostToDevice(void *dst, const void *src, size_t bytes, bool non_blocking = false);
TPU_API void TPUCopyDeviceToHost(void *dst, const void *src, size_t bytes, bool non_blocking = false);
TPU_API void TPUCopyDeviceToDevice(void *dst, const void *src, size_t bytes, bool non_blocking = false);

/// Whether two tensors have the same sizes.
inline bool TPUIsSameShape(const at::Tensor &a, const at::Tensor &b) { return a.sizes() == b.sizes(); }

/// Whether converting copies take the data type: float32, float16, bfloat16, int32, bool, uint8 and int8. int64 and float64 go by the host.
TPU_API bool IsSupportDtype(caffe2::TypeMeta dtype);

} // namespace tpu
