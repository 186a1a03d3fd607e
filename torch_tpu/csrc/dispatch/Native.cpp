#include "dispatch/Native.h"

#include <ATen/MemoryOverlap.h>
#include <ATen/native/Resize.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>

#include <algorithm>

#include "core/Device.h"
#include "core/Status.h"

namespace tpu::dispatch
{

std::string declineReason(const Operator &op, const c10::Error &error, bool cpu_judges)
{
    switch (tpudnnGetLastStatus())
    {
    case TPUDNN_STATUS_SUCCESS:
        return std::string("the native kernel refused: ") + error.what_without_backtrace();
    case TPUDNN_STATUS_NOT_SUPPORTED:
        return tpudnnGetLastError();
    case TPUDNN_STATUS_BAD_PARAM:
        if (cpu_judges)
        {
            return tpudnnGetLastError();
        }
        break;
    default:
        break;
    }
    // TORCH_CHECK(status == TPUDNN_STATUS_SUCCESS) says nothing of its own; a message of the kernel's does.
    const std::string_view own = error.what_without_backtrace();
    const bool bare = own.rfind("Expected ", 0) == 0;
    c10_tpu::raiseStatus(tpudnnGetLastStatus(),
                         c10::str(op.name(), " failed on tpu: ", tpudnnGetLastError(), bare ? "" : "\n", bare ? "" : own));
}

void note(InputSummary &summary, const at::Tensor &tensor)
{
    summary.any_empty = summary.any_empty || tensor.numel() == 0;
    const c10::Device device = tensor.device();
    const bool anywhere = tensor.dim() == 0 && device.is_cpu();
    auto &known = device.type() == c10_tpu::kTPU ? summary.device : summary.other;
    if (!anywhere && (!known.has_value() || *known == device))
    {
        known = device;
    }
    const auto &clashing = known.has_value() && *known != device ? known : device.type() == c10_tpu::kTPU ? summary.other : summary.device;
    TORCH_CHECK(anywhere || !clashing.has_value(), "Expected all tensors to be on the same device, but found at least two devices, ",
                *clashing, " and ", device, "!");
}

void noteWritten(InputSummary &summary, const at::Tensor &tensor)
{
    TORCH_CHECK(!tensor.defined() || !summary.device.has_value() || tensor.device() == *summary.device,
                "Expected out tensor to have device ", *summary.device, ", but got ", tensor.device(), " instead");
    if (tensor.defined())
    {
        summary.repeats = summary.repeats || at::has_internal_overlap(tensor) == at::MemOverlap::Yes;
        note(summary, tensor);
    }
}

at::Tensor dense(const at::Tensor &tensor, at::ScalarType dtype)
{
    if (!tensor.defined() || tensor.device().type() != c10_tpu::kTPU)
    {
        return tensor;
    }
    const bool cast = dtype != at::ScalarType::Undefined && tensor.scalar_type() != dtype;
    return (cast ? tensor.to(dtype) : tensor).contiguous();
}

std::optional<at::Tensor> dense(const std::optional<at::Tensor> &tensor, at::ScalarType dtype)
{
    return tensor.has_value() ? std::optional<at::Tensor>(dense(*tensor, dtype)) : std::nullopt;
}

std::vector<at::Tensor> dense(at::TensorList tensors, at::ScalarType dtype)
{
    std::vector<at::Tensor> made;
    made.reserve(tensors.size());
    for (const at::Tensor &tensor : tensors)
    {
        made.push_back(dense(tensor, dtype));
    }
    return made;
}

std::vector<at::Tensor> dense(const at::ITensorListRef &tensors, at::ScalarType dtype)
{
    std::vector<at::Tensor> made;
    made.reserve(tensors.size());
    for (const at::Tensor &tensor : tensors)
    {
        made.push_back(dense(tensor, dtype));
    }
    return made;
}

c10::List<std::optional<at::Tensor>> dense(const c10::List<std::optional<at::Tensor>> &tensors, at::ScalarType dtype)
{
    c10::List<std::optional<at::Tensor>> made;
    for (size_t i = 0; i < tensors.size(); ++i)
    {
        made.push_back(dense(tensors.get(i), dtype));
    }
    return made;
}

namespace
{

template <class Number>
bool allBelow(const at::Tensor &host, int64_t size)
{
    const auto *numbers = host.const_data_ptr<Number>();
    return std::all_of(numbers, numbers + host.numel(), [&](int64_t number) { return number >= 0 && number < size; });
}

} // namespace

void checkIndices(const at::Tensor &index, const at::Tensor &of, int64_t dim)
{
    const int64_t size = of.dim() == 0 ? 1 : of.size(dim);
    const at::Tensor host = index.to(at::kCPU).contiguous();
    const auto type = host.scalar_type();
    const bool inside = type == at::kLong ? allBelow<int64_t>(host, size) : type != at::kInt || allBelow<int32_t>(host, size);
    TORCH_CHECK(inside, "an index is outside of dimension ", dim, " of a tensor of shape ", of.sizes());
}

void checkOverlap(const at::Tensor &output, const at::Tensor &input, bool same)
{
    const auto status = at::get_overlap_status(output, input);
    TORCH_CHECK(status != at::MemOverlapStatus::Partial && (same || status != at::MemOverlapStatus::Full),
                "an output shares memory with an input");
}

Staged::Staged(const at::Tensor &output, bool unsafe_alias)
    : output_(output), written_(output.is_contiguous() && !unsafe_alias ? output : at::empty(output.sizes(), output.options()))
{
}

void Staged::commit()
{
    if (!written_.is_same(output_))
    {
        output_.copy_(written_);
    }
}

at::Tensor createOutput(at::IntArrayRef sizes, at::IntArrayRef strides, const at::TensorOptions &options)
{
    return strides.empty() ? at::empty(sizes, options) : at::empty_strided(sizes, strides, options);
}

void resizeOutput(const at::Tensor &output, at::IntArrayRef sizes, at::IntArrayRef strides, const at::TensorOptions &options)
{
    TORCH_CHECK(options.dtype() == output.dtype(), "Expected out tensor to have dtype ", options.dtype(), ", but got ", output.dtype(),
                " instead");
    TORCH_CHECK(options.device() == output.device(), "Expected out tensor to have device ", options.device(), ", but got ", output.device(),
                " instead");
    if (at::native::resize_output(output, sizes) && !strides.empty())
    {
        output.as_strided_(sizes, strides);
    }
}

void checkInplace(const at::Tensor &self, at::IntArrayRef sizes, const at::TensorOptions &options)
{
    TORCH_CHECK(options.dtype() == self.dtype(), "Bad in-place call: input tensor dtype ", self.dtype(), " and output tensor dtype ",
                options.dtype(), " should match");
    TORCH_CHECK(options.device() == self.device(), "Bad in-place call: input tensor device ", self.device(), " and output tensor device ",
                options.device(), " should match");
    TORCH_CHECK(sizes == self.sizes(), "Bad in-place call: input tensor size ", self.sizes(), " and output tensor size ", sizes,
                " should match");
}

bool sharesStorage(const at::Tensor &left, const at::Tensor &right)
{
    return left.defined() && right.defined() && left.has_storage() && right.has_storage() &&
           left.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl() ==
               right.unsafeGetTensorImpl()->unsafe_storage().unsafeGetStorageImpl();
}

} // namespace tpu::dispatch
