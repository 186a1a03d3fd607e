#pragma once

#include <ATen/core/IListRef.h>
#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <ATen/TensorMeta.h>
#include <c10/core/WrapDimMinimal.h>

#include <optional>
#include <tuple>
#include <vector>

namespace tpu::dispatch
{

/// Calls visit(tensor) for every defined tensor of an argument.
template <class Visit>
void visitTensors(const at::Tensor &tensor, Visit &&visit)
{
    if (tensor.defined())
    {
        visit(tensor);
    }
}

template <class Visit>
void visitTensors(const std::optional<at::Tensor> &tensor, Visit &&visit)
{
    if (tensor.has_value())
    {
        visitTensors(*tensor, visit);
    }
}

template <class Visit>
void visitTensors(at::TensorList tensors, Visit &&visit)
{
    for (const at::Tensor &tensor : tensors)
    {
        visitTensors(tensor, visit);
    }
}

template <class Visit>
void visitTensors(const at::ITensorListRef &tensors, Visit &&visit)
{
    for (const at::Tensor &tensor : tensors)
    {
        visitTensors(tensor, visit);
    }
}

template <class Visit>
void visitTensors(const c10::List<std::optional<at::Tensor>> &tensors, Visit &&visit)
{
    for (size_t i = 0; i < tensors.size(); ++i)
    {
        visitTensors(tensors.get(i), visit);
    }
}

struct InputSummary
{
    std::optional<c10::Device> device; // of the tpu tensors
    std::optional<c10::Device> other;  // of tensors elsewhere, but for 0-dimensional ones on the CPU
    bool any_empty = false;            // some tensor has no elements
    bool repeats = false;              // a written tensor has one element several times, as an expanded one
};

/// Notes a tensor; raises where it lies on another device than those before (0-dimensional CPU tensors go anywhere).
void note(InputSummary &summary, const at::Tensor &tensor);

/// Notes a tensor that is written; raises where it lies elsewhere than those before, whatever its dimensions.
void noteWritten(InputSummary &summary, const at::Tensor &tensor);

template <class Inputs>
InputSummary summarize(const Inputs &inputs)
{
    InputSummary summary;
    std::apply([&](const auto &...each) { (visitTensors(each, [&](const at::Tensor &tensor) { note(summary, tensor); }), ...); }, inputs);
    return summary;
}

/// The tensor without gaps, in row-major order, of `dtype` if one is given. CPU scalars stay what they are.
at::Tensor dense(const at::Tensor &tensor, at::ScalarType dtype = at::ScalarType::Undefined);
std::optional<at::Tensor> dense(const std::optional<at::Tensor> &tensor, at::ScalarType dtype = at::ScalarType::Undefined);
std::vector<at::Tensor> dense(at::TensorList tensors, at::ScalarType dtype = at::ScalarType::Undefined);
std::vector<at::Tensor> dense(const at::ITensorListRef &tensors, at::ScalarType dtype = at::ScalarType::Undefined);
c10::List<std::optional<at::Tensor>> dense(const c10::List<std::optional<at::Tensor>> &tensors,
                                           at::ScalarType dtype = at::ScalarType::Undefined);

/// A dimension counted from 0; IndexError where a tensor of `dims` dimensions has none such. A tensor of no dimensions has 0 and -1.
inline int64_t wrapped(int64_t dim, int64_t dims) { return c10::maybe_wrap_dim(dim, dims); }

inline std::optional<int64_t> wrapped(std::optional<int64_t> dim, int64_t dims)
{
    return dim.has_value() ? std::optional<int64_t>(wrapped(*dim, dims)) : std::nullopt;
}

/// A list of dimensions, or none, each counted from 0.
class WrappedDims
{
public:
    WrappedDims(at::OptionalIntArrayRef given, int64_t dims) : given_(given.has_value())
    {
        for (const int64_t dim : given.value_or(at::IntArrayRef()))
        {
            dims_.push_back(wrapped(dim, dims));
        }
    }
    operator at::IntArrayRef() const { return dims_; }
    operator at::OptionalIntArrayRef() const
    {
        return given_ ? at::OptionalIntArrayRef(at::IntArrayRef(dims_)) : at::OptionalIntArrayRef();
    }

private:
    bool given_;
    std::vector<int64_t> dims_;
};

inline WrappedDims wrapped(at::OptionalIntArrayRef dims_given, int64_t dims) { return {dims_given, dims}; }

inline WrappedDims wrapped(at::IntArrayRef dims_given, int64_t dims) { return {dims_given, dims}; }

/// Raises where an entry of `index`, of 32 or 64 bits, is no position of dimension `dim` of `of`. Reads the indices back, which waits for
/// the device: a kernel could only fail later, and not by its own name.
void checkIndices(const at::Tensor &index, const at::Tensor &of, int64_t dim);

/// Raises where an output shares memory with an input, as far as at::get_overlap_status knows; `same`: but not if both are the same
/// elements.
void checkOverlap(const at::Tensor &output, const at::Tensor &input, bool same);

inline at::OptionalTensorRef optional_ref(const std::optional<at::Tensor> &tensor)
{
    return tensor.has_value() && tensor->defined() ? at::OptionalTensorRef(*tensor) : at::OptionalTensorRef();
}

inline at::OptionalScalarRef optional_ref(const std::optional<at::Scalar> &scalar)
{
    return scalar.has_value() ? at::OptionalScalarRef(*scalar) : at::OptionalScalarRef();
}

} // namespace tpu::dispatch
