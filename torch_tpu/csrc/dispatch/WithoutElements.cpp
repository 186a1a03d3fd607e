#include "dispatch/WithoutElements.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/_copy_from.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty_strided.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/Device.h"

namespace tpu::dispatch
{
namespace
{

using at::Tensor;

// They change `self` where `index`, or all of `indices`, say; without an index nowhere.
constexpr std::string_view kByIndex[] = {"index_add",  "index_copy",      "index_fill",  "index_put",      "index_reduce",
                                         "_index_put", "_index_put_impl", "scatter_add", "scatter_reduce", "scatter"};

// A tensor of the arguments by its shape alone, the same for the same tensor.
class Shapes
{
public:
    Tensor of(const Tensor &tensor)
    {
        if (!tensor.defined() || tensor.is_meta())
        {
            return tensor;
        }
        Tensor &shape = shapes_[tensor.unsafeGetTensorImpl()];
        if (!shape.defined())
        {
            shape = at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(at::kMeta));
            if (tensor.unsafeGetTensorImpl()->is_wrapped_number())
            {
                shape.unsafeGetTensorImpl()->set_wrapped_number(true); // decides the result's dtype
            }
            tensors_.push_back(tensor);
        }
        return shape;
    }

    c10::IValue of(const c10::IValue &value)
    {
        if (value.isTensor())
        {
            return of(value.toTensor());
        }
        if (value.isTensorList())
        {
            c10::List<Tensor> list;
            for (const Tensor &tensor : value.toTensorVector())
            {
                list.push_back(of(tensor));
            }
            return list;
        }
        if (value.isOptionalTensorList())
        {
            c10::List<std::optional<Tensor>> list;
            for (const std::optional<Tensor> &tensor : value.toOptionalTensorVector())
            {
                list.push_back(tensor.has_value() ? std::optional<Tensor>(of(*tensor)) : std::nullopt);
            }
            return list;
        }
        return value.isDevice() ? c10::IValue(c10::Device(at::kMeta)) : value;
    }

    const std::vector<Tensor> &tensors() const { return tensors_; }

    // The argument that a result is; undefined: it is a new tensor.
    Tensor argument(const Tensor &result) const
    {
        for (const Tensor &tensor : tensors_)
        {
            if (shapes_.at(tensor.unsafeGetTensorImpl()).is_same(result))
            {
                return tensor;
            }
        }
        return {};
    }

private:
    std::unordered_map<const c10::TensorImpl *, Tensor> shapes_;
    std::vector<Tensor> tensors_;
};

bool runOnShapes(const c10::OperatorHandle &op, torch::jit::Stack &stack)
{
    const at::AutoDispatchBelowADInplaceOrView below_autograd;
    try
    {
        op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::Meta), &stack);
        return true;
    }
    catch (...) // it has no such kernel, or its shapes depend on values
    {
        return false;
    }
}

bool isEmpty(const c10::IValue &value) { return !value.isTensor() || !value.toTensor().defined() || value.toTensor().numel() == 0; }

const c10::IValue *argumentNamed(const c10::OperatorHandle &op, const std::vector<c10::IValue> &arguments, const std::string &name)
{
    const auto index = op.schema().argumentIndexWithName(name);
    return index.has_value() ? &arguments[static_cast<size_t>(*index)] : nullptr;
}

bool hasNoIndex(const c10::OperatorHandle &op, const std::vector<c10::IValue> &arguments)
{
    if (const auto *const index = argumentNamed(op, arguments, "index"))
    {
        return index->isTensor() && index->toTensor().numel() == 0;
    }
    const auto *const indices = argumentNamed(op, arguments, "indices");
    if (indices == nullptr || !indices->isOptionalTensorList())
    {
        return false;
    }
    const auto list = indices->toOptionalTensorVector();
    return std::any_of(list.begin(), list.end(),
                       [](const auto &each) { return each.has_value() && each->defined() && each->numel() == 0; });
}

std::string_view baseName(const c10::OperatorHandle &op)
{
    std::string_view name = op.operator_name().name;
    name.remove_prefix(std::string_view("aten::").size());
    while (!name.empty() && name.back() == '_')
    {
        name.remove_suffix(1);
    }
    return name;
}

// Of an operator that takes some tensors without elements and has results with some; undefined: it is none of those.
Tensor resultOfOthers(const c10::OperatorHandle &op, const std::vector<c10::IValue> &arguments)
{
    const std::string_view name = baseName(op);
    if (name == "cat" && op.operator_name().overload_name.empty())
    {
        std::vector<Tensor> tensors = arguments[0].toTensorVector();
        tensors.erase(std::remove_if(tensors.begin(), tensors.end(), [](const Tensor &each) { return each.numel() == 0; }), tensors.end());
        return at::cat(tensors, arguments[1].toInt());
    }
    if (std::find(std::begin(kByIndex), std::end(kByIndex), name) == std::end(kByIndex) || !hasNoIndex(op, arguments))
    {
        return {};
    }
    const Tensor self = argumentNamed(op, arguments, "self")->toTensor();
    const auto *const out = argumentNamed(op, arguments, "out");
    if (out != nullptr && !out->toTensor().is_same(self))
    {
        if (out->toTensor().sizes() != self.sizes())
        {
            out->toTensor().resize_(self.sizes());
        }
        at::_copy_from(self, out->toTensor());
    }
    const auto *const written = op.schema().arguments()[0].alias_info();
    return out != nullptr ? out->toTensor() : written != nullptr && written->isWrite() ? self : self.clone();
}

} // namespace

bool runWithoutElements(const c10::OperatorHandle &op, torch::jit::Stack *stack)
{
    const auto &schema = op.schema();
    const auto first = std::prev(stack->end(), static_cast<std::ptrdiff_t>(schema.arguments().size()));
    const std::vector<c10::IValue> arguments(first, stack->end());
    Shapes shapes;
    torch::jit::Stack results;
    for (const c10::IValue &argument : arguments)
    {
        results.push_back(shapes.of(argument));
    }
    const auto &tensors = shapes.tensors();
    const auto strided = [](const Tensor &tensor) { return tensor.layout() == at::kStrided; };
    const auto none = [](const Tensor &tensor) { return tensor.numel() == 0; };
    if (!std::all_of(tensors.begin(), tensors.end(), strided) || std::none_of(tensors.begin(), tensors.end(), none) ||
        !runOnShapes(op, results))
    {
        return false;
    }
    const bool written = std::any_of(tensors.begin(), tensors.end(), [&](const Tensor &tensor) {
        return !shapes.of(tensor).sizes().equals(tensor.sizes()); // an output that gets another shape
    });
    if (!written && std::all_of(results.begin(), results.end(), isEmpty))
    {
        const auto device =
            std::find_if(tensors.begin(), tensors.end(), [](const Tensor &each) { return each.device().type() == c10_tpu::kTPU; });
        for (c10::IValue &result : results)
        {
            if (result.isTensor() && result.toTensor().defined())
            {
                const Tensor shape = result.toTensor();
                const Tensor argument = shapes.argument(shape);
                result = argument.defined() ? argument
                                            : at::empty_strided(shape.sizes(), shape.strides(), shape.options().device(device->device()));
            }
        }
    }
    else if (const Tensor result = resultOfOthers(op, arguments); result.defined())
    {
        results = {result};
    }
    else
    {
        return false;
    }
    stack->erase(std::prev(stack->end(), static_cast<std::ptrdiff_t>(arguments.size())), stack->end());
    stack->insert(stack->end(), results.begin(), results.end());
    return true;
}

} // namespace tpu::dispatch
