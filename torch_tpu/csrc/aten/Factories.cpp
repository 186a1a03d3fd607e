// Allocation, resizing and views: what a tensor is before any kernel runs.

#include <ATen/Context.h>
#include <ATen/EmptyTensor.h>
#include <ATen/core/Tensor.h>
#include <ATen/native/Resize.h>
#include <ATen/native/ResizeCommon.h>
#include <ATen/native/TensorFactories.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/set_native.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_as_complex_native.h>
#include <ATen/ops/view_as_real_native.h>
#include <ATen/ops/view_native.h>
#include <c10/core/DeviceGuard.h>
#include <torch/library.h>

#include "core/Allocator.h"
#include "core/Device.h"
#include "core/Registration.h"
#include "core/Storage.h"

namespace tpu
{
namespace
{

using at::Tensor;

constexpr c10::DispatchKeySet kKeys(c10::DispatchKey::PrivateUse1);

c10::Device targetDevice(std::optional<at::Device> device, std::optional<bool> pin_memory)
{
    TORCH_CHECK(!pin_memory.value_or(false), "Only dense CPU tensors can be pinned");
    const auto index = device.has_value() && device->has_index() ? device->index() : c10_tpu::currentDevice();
    TORCH_CHECK(!device.has_value() || device->type() == c10_tpu::kTPU, "expected a tpu device, got ", *device);
    return {c10_tpu::kTPU, c10_tpu::checkedDevice(index)};
}

bool fillsUninitialized()
{
    const auto &context = at::globalContext();
    return context.deterministicAlgorithms() && context.deterministicFillUninitializedMemory();
}

// torch.use_deterministic_algorithms: new memory is NaN, or the largest number.
Tensor filled(Tensor tensor)
{
    if (fillsUninitialized())
    {
        at::native::fill_empty_deterministic_(tensor);
    }
    return tensor;
}

Tensor empty_memory_format(at::IntArrayRef size, std::optional<at::ScalarType> dtype, std::optional<at::Layout> layout,
                           std::optional<at::Device> device, std::optional<bool> pin_memory, std::optional<at::MemoryFormat> memory_format)
{
    TORCH_CHECK(layout.value_or(at::kStrided) == at::kStrided, "a tpu tensor is strided, not ", *layout);
    const c10::DeviceGuard guard(targetDevice(device, pin_memory));
    return filled(at::detail::empty_generic(size, c10_tpu::allocator(), kKeys, c10::dtype_or_default(dtype), memory_format));
}

Tensor empty_strided(at::IntArrayRef size, at::IntArrayRef stride, std::optional<at::ScalarType> dtype, std::optional<at::Layout> layout,
                     std::optional<at::Device> device, std::optional<bool> pin_memory)
{
    TORCH_CHECK(layout.value_or(at::kStrided) == at::kStrided, "a tpu tensor is strided, not ", *layout);
    const c10::DeviceGuard guard(targetDevice(device, pin_memory));
    return filled(at::detail::empty_strided_generic(size, stride, c10_tpu::allocator(), kKeys, c10::dtype_or_default(dtype)));
}

void growStorage(at::TensorImpl *tensor, size_t bytes)
{
    if (tensor->numel() == 0)
    {
        return;
    }
    const c10::Storage &storage = tensor->unsafe_storage();
    if (storage.nbytes() < bytes)
    {
        c10_tpu::resizeStorage(storage.unsafeGetStorageImpl(), bytes);
    }
}

const Tensor &resize_(const Tensor &self, at::IntArrayRef size, std::optional<at::MemoryFormat> memory_format)
{
    at::TensorImpl *const tensor = self.unsafeGetTensorImpl();
    if (self.sizes() == size && !memory_format.has_value())
    {
        return self;
    }
    tensor->set_sizes_contiguous(size);
    if (memory_format.has_value())
    {
        TORCH_CHECK(*memory_format != at::MemoryFormat::Preserve, "Unsupported memory format ", *memory_format);
        tensor->empty_tensor_restride(*memory_format);
    }
    const auto before = static_cast<int64_t>(tensor->unsafe_storage().nbytes());
    growStorage(tensor, at::detail::computeStorageNbytes(tensor->sizes(), tensor->strides(), self.itemsize(),
                                                         static_cast<size_t>(tensor->storage_offset())));
    if (fillsUninitialized())
    {
        at::native::fill_resize_deterministic_(self, before);
    }
    return self;
}

Tensor &set_source_storage_offset(Tensor &self, at::Storage source, int64_t offset, at::IntArrayRef size, at::IntArrayRef stride)
{
    at::native::checkSetStorage(self, std::move(source), offset, size, stride);
    self.unsafeGetTensorImpl()->set_storage_offset(offset);
    if (stride.data() == nullptr)
    {
        self.unsafeGetTensorImpl()->set_sizes_contiguous(size);
    }
    else
    {
        self.unsafeGetTensorImpl()->set_sizes_and_strides(size, stride);
    }
    growStorage(self.unsafeGetTensorImpl(),
                at::detail::computeStorageNbytes(size, self.strides(), self.itemsize(), static_cast<size_t>(offset)));
    return self;
}

Tensor &set_empty(Tensor &self)
{
    const at::Storage empty(at::Storage::use_byte_size_t(), 0, c10_tpu::allocator(), true);
    return set_source_storage_offset(self, empty, 0, {0}, {});
}

Tensor view(const Tensor &self, at::IntArrayRef size) { return at::native::view(self, size); }

Tensor reshape_alias(const Tensor &self, at::IntArrayRef size, at::IntArrayRef stride)
{
    return at::native::_reshape_alias(self, size, stride);
}

// nn.TransformerEncoder asks before it packs padded sequences into a strided nested tensor, which this device does not have.
bool nested_tensor_from_mask_left_aligned(const Tensor &, const Tensor &) { return false; }

TPU_REGISTRATION(aten, PrivateUse1, m)
{
    m.impl("_nested_tensor_from_mask_left_aligned", TORCH_FN(nested_tensor_from_mask_left_aligned));
    m.impl("empty.memory_format", TORCH_FN(empty_memory_format));
    m.impl("empty_strided", TORCH_FN(empty_strided));
    m.impl("resize_", TORCH_FN(resize_));
    m.impl("set_.source_Storage", TORCH_FN(at::native::set_));
    m.impl("set_.source_Storage_storage_offset", TORCH_FN(set_source_storage_offset));
    m.impl("set_.source_Tensor", TORCH_FN(at::native::set_tensor_));
    m.impl("set_", TORCH_FN(set_empty));
    m.impl("as_strided", TORCH_FN(at::native::as_strided_tensorimpl));
    m.impl("view", TORCH_FN(view));
    m.impl("_reshape_alias", TORCH_FN(reshape_alias));
    m.impl("unfold", TORCH_FN(at::native::unfold));
    m.impl("view_as_real", TORCH_FN(at::native::view_as_real));
    m.impl("view_as_complex", TORCH_FN(at::native::view_as_complex));
}

} // namespace
} // namespace tpu
