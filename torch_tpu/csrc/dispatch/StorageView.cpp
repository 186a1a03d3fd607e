#include "dispatch/StorageView.h"

#include <ATen/EmptyTensor.h>

#include <limits>

namespace tpu::dispatch
{

std::pair<size_t, size_t> byteSpan(const at::Tensor &tensor)
{
    constexpr size_t kLargestElement = 16; // complex128
    if (tensor.numel() == 0)
    {
        return {std::numeric_limits<size_t>::max(), 0};
    }
    const auto offset = static_cast<size_t>(tensor.storage_offset());
    return {offset * tensor.itemsize() / kLargestElement * kLargestElement,
            at::detail::computeStorageNbytes(tensor.sizes(), tensor.strides(), tensor.itemsize(), offset)};
}

at::Tensor storageView(const c10::Storage &storage, const at::Tensor &like, int64_t bytes)
{
    const auto key = storage.device().is_cpu() ? c10::DispatchKey::CPU : c10::DispatchKey::PrivateUse1;
    at::Tensor view = at::detail::make_tensor<c10::TensorImpl>(c10::Storage(storage), c10::DispatchKeySet(key), like.dtype());
    const int64_t offset = like.numel() == 0 ? 0 : like.storage_offset() + bytes / static_cast<int64_t>(like.itemsize());
    view.unsafeGetTensorImpl()->set_storage_offset(offset);
    view.unsafeGetTensorImpl()->set_sizes_and_strides(like.sizes(), like.strides());
    if (like.is_conj())
    {
        view._set_conj(true);
    }
    if (like.is_neg())
    {
        view._set_neg(true);
    }
    return view;
}

at::Tensor withoutRepeats(at::Tensor tensor)
{
    for (int64_t dim = 0; dim < tensor.dim(); ++dim)
    {
        if (tensor.size(dim) > 1 && tensor.stride(dim) == 0)
        {
            tensor = tensor.narrow(dim, 0, 1);
        }
    }
    return tensor;
}

} // namespace tpu::dispatch
