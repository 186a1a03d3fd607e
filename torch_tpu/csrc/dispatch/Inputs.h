#pragma once

#include <ATen/core/IListRef.h>
#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <ATen/TensorMeta.h>

#include <optional>
#include <tuple>
#include <vector>

namespace tpu::dispatch
{

/// Calls visit(tensor) for every defined tensor of an argument.
template <class Visit> void visitTensors(const at::Tensor &tensor, Visit &&visit)
{
    if (tensor.defined())
    {
        visit(tensor);
    }
}

template <class Visit> void visitTensors(const std::optional<at::Tensor> &tensor, Visit &&visit)
{
    if (tensor.has_value())
    {
        visitTensors(*tensor, visit);
    }
}

template <class Visit> void visitTensors(at::TensorList tensors, Visit &&visit)
{
    for (const at::Tensor &tensor : tensors)
    {
        visitTensors(tensor, visit);
    }
}

template <class Visit> void visitTensors(const at::ITensorListRef &tensors, Visit &&visit)
{
    for (const at::Tensor &tensor : tensors)
    {
        visitTensors(tensor, visit);
    }
}

template <class Visit> void visitTensors(const c10::List<std::optional<at::Tensor>> &tensors, Visit &&visit)
{
    for (size_t i = 0; i < tensors.size(); ++i)
    {
        visitTensors(tensors.get(i), visit);
    }
}

struct InputSummary
{
    std::optional<c10::Device> device; // of the tpu tensors
    bool any_empty = false;            // some tensor has no elements
};

/// Notes a tensor; raises where it lies on another device than those before (0-dimensional CPU tensors go anywhere).
void note(InputSummary &summary, const at::Tensor &tensor);

template <class Inputs> InputSummary summarize(const Inputs &inputs)
{
    InputSummary summary;
    std::apply(
        [&](const auto &...each) {
            (visitTensors(each, [&](const at::Tensor &tensor) { note(summary, tensor); }), ...);
        },
        inputs);
    return summary;
}

/// The tensor without gaps, in row-major order, of `dtype` if one is given. CPU scalars stay what they are.
at::Tensor dense(const at::Tensor &tensor, at::ScalarType dtype = at::ScalarType::Undefined);
std::optional<at::Tensor> dense(const std::optional<at::Tensor> &tensor, at::ScalarType dtype = at::ScalarType::Undefined);
std::vector<at::Tensor> dense(at::TensorList tensors, at::ScalarType dtype = at::ScalarType::Undefined);
std::vector<at::Tensor> dense(const at::ITensorListRef &tensors, at::ScalarType dtype = at::ScalarType::Undefined);
c10::List<std::optional<at::Tensor>> dense(const c10::List<std::optional<at::Tensor>> &tensors,
                                           at::ScalarType dtype = at::ScalarType::Undefined);

inline at::OptionalTensorRef optional_ref(const std::optional<at::Tensor> &tensor)
{
    return tensor.has_value() && tensor->defined() ? at::OptionalTensorRef(*tensor) : at::OptionalTensorRef();
}

inline at::OptionalScalarRef optional_ref(const std::optional<at::Scalar> &scalar)
{
    return scalar.has_value() ? at::OptionalScalarRef(*scalar) : at::OptionalScalarRef();
}

} // namespace tpu::dispatch
