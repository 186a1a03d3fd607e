// Batch norm and its gradient, made of the device's own operators. In f16 and bf16 it is calculated in f32 and rounded once, as on the CPU;
// other types, and batches without elements, run on the CPU.

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/_batch_norm_with_update_ops.h>
#include <ATen/ops/_native_batch_norm_legit_ops.h>
#include <ATen/ops/batch_norm_backward_ops.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mean.h>
#include <ATen/ops/native_batch_norm_backward_ops.h>
#include <ATen/ops/native_batch_norm_ops.h>
#include <ATen/ops/sum.h>
#include <c10/core/DeviceGuard.h>
#include <torch/library.h>

#include <array>
#include <initializer_list>

#include "aten/Operands.h"
#include "core/Registration.h"
#include "dispatch/Native.h"

namespace tpu
{
namespace
{

using at::Tensor;
using operands::given;
using operands::isFloat;
using operands::wide;
using OptionalTensor = std::optional<Tensor>;
using Results = std::tuple<Tensor, Tensor, Tensor>;
using Reserving = std::tuple<Tensor, Tensor, Tensor, Tensor>; // and what a library keeps for the backward: nothing

// The type of what is given of each channel, of the input's type or all of float32; undefined where the CPU has to judge.
at::ScalarType typeOfChannels(const Tensor &input, std::initializer_list<const OptionalTensor *> each)
{
    at::ScalarType type = at::ScalarType::Undefined;
    for (const OptionalTensor *tensor : each)
    {
        if (!given(*tensor))
        {
            continue;
        }
        const at::ScalarType found = (*tensor)->scalar_type();
        if ((*tensor)->device() != input.device() || (*tensor)->dim() != 1 || (*tensor)->numel() != input.size(1) ||
            (found != at::kFloat && found != input.scalar_type()) || (type != at::ScalarType::Undefined && type != found))
        {
            return at::ScalarType::Undefined;
        }
        type = found;
    }
    return type == at::ScalarType::Undefined ? input.scalar_type() : type;
}

bool takes(const Tensor &input) { return isFloat(input.scalar_type()) && input.dim() >= 2 && input.numel() > 0; }

// [channels, elements of each], in f32.
Tensor byChannel(const Tensor &tensor) { return wide(tensor).transpose(0, 1).contiguous().view({tensor.size(1), -1}); }

// The order of memory of the CPU's results.
at::MemoryFormat formatOf(const Tensor &input)
{
    return input.is_contiguous() ? at::MemoryFormat::Contiguous : input.suggest_memory_format();
}

// The opposite, with the data type and in the order of memory of `like`.
Tensor asPlanes(const Tensor &channels, const Tensor &like)
{
    std::vector<int64_t> sizes = like.sizes().vec();
    std::swap(sizes[0], sizes[1]);
    return at::empty(like.sizes(), like.options(), formatOf(like)).copy_(channels.view(sizes).transpose(0, 1));
}

Tensor column(const Tensor &channels) { return channels.view({-1, 1}); }

void follow(const OptionalTensor &running, const Tensor &found, double momentum)
{
    if (given(running))
    {
        running->copy_(wide(*running) * (1 - momentum) + found * momentum);
    }
}

Results normalised(const Tensor &input, const OptionalTensor &weight, const OptionalTensor &bias, const OptionalTensor &mean,
                   const OptionalTensor &variance, bool training, double momentum, double eps, at::ScalarType kept)
{
    if (!training)
    {
        Tensor scale = (*variance + eps).rsqrt();
        if (given(weight))
        {
            scale = scale * *weight;
        }
        const Tensor moved = *mean * scale;
        const Tensor shift = given(bias) ? *bias - moved : moved.neg();
        std::vector<int64_t> channels(input.dim(), 1);
        channels[1] = input.size(1);
        const Tensor made = (input * scale.view(channels) + shift.view(channels)).contiguous(formatOf(input));
        return {made, at::empty({0}, input.options()), at::empty({0}, input.options())};
    }
    const Tensor x = byChannel(input);
    const Tensor middle = x.mean(1);
    Tensor apart = x - column(middle);
    const Tensor squares = at::sum(apart * apart, at::IntArrayRef{1});
    const auto count = static_cast<double>(x.size(1));
    const Tensor inverse = (squares / count + eps).rsqrt();
    follow(mean, middle, momentum);
    follow(variance, squares / (count - 1), momentum);
    apart.mul_(column(given(weight) ? inverse * wide(*weight) : inverse));
    if (given(bias))
    {
        apart.add_(column(wide(*bias)));
    }
    return {asPlanes(apart, input), middle.to(kept), inverse.to(kept)};
}

Results gradients(const Tensor &grad_output, const Tensor &input, const OptionalTensor &weight, const Tensor &mean, const Tensor &inverse,
                  bool training, std::array<bool, 3> wanted, at::ScalarType kept)
{
    const Tensor grad = byChannel(grad_output);
    const Tensor apart = byChannel(input) - column(mean);
    const Tensor sum = at::sum(grad, at::IntArrayRef{1}), product = at::sum(grad * apart, at::IntArrayRef{1});
    Tensor grad_input, grad_weight, grad_bias;
    if (wanted[0])
    {
        const Tensor scale = given(weight) ? inverse * wide(*weight) : inverse;
        const auto count = static_cast<double>(grad.size(1));
        const Tensor inner = training ? grad - column(sum / count) - apart * column(product * inverse * inverse / count) : grad;
        grad_input = asPlanes(inner * column(scale), input);
    }
    if (wanted[1])
    {
        grad_weight = (product * inverse).to(kept);
    }
    if (wanted[2])
    {
        grad_bias = sum.to(kept);
    }
    return {grad_input, grad_weight, grad_bias};
}

template <class Op, class Native, class... Args>
auto either(dispatch::Operator &op, const Tensor &input, bool native, const Native &call, Args &&...args)
{
    if (!native || op.forced())
    {
        op.countFallback(native ? "forced" : "no native kernel");
        return at::native::call_fallback_fn<&dispatch::runOnHost, Op>::call(std::forward<Args>(args)...);
    }
    const c10::DeviceGuard guard(input.device());
    op.countNative();
    return call();
}

// The data type of what is kept for the backward; undefined: on the CPU. By running statistics in f32 only, since each step would be rounded.
at::ScalarType keeps(const Tensor &input, const OptionalTensor &weight, const OptionalTensor &bias, const OptionalTensor &mean,
                     const OptionalTensor &variance, bool training)
{
    const bool possible = takes(input) && (training || (given(mean) && given(variance) && input.scalar_type() == at::kFloat));
    return possible ? typeOfChannels(input, {&weight, &bias, &mean, &variance}) : at::ScalarType::Undefined;
}

template <class Op, class... Args>
Results forward(dispatch::Operator &op, const Tensor &input, const OptionalTensor &weight, const OptionalTensor &bias,
                const OptionalTensor &mean, const OptionalTensor &variance, bool training, double momentum, double eps, Args &&...args)
{
    const at::ScalarType kept = keeps(input, weight, bias, mean, variance, training);
    return either<Op>(
        op, input, kept != at::ScalarType::Undefined,
        [&] { return normalised(input, weight, bias, mean, variance, training, momentum, eps, kept); }, std::forward<Args>(args)...);
}

Results native_batch_norm(const Tensor &input, const OptionalTensor &weight, const OptionalTensor &bias, const OptionalTensor &mean,
                          const OptionalTensor &variance, bool training, double momentum, double eps)
{
    static dispatch::Operator &op = dispatch::Operator::of("aten::native_batch_norm");
    return forward<at::_ops::native_batch_norm>(op, input, weight, bias, mean, variance, training, momentum, eps, input, weight, bias, mean,
                                                variance, training, momentum, eps);
}

Results native_batch_norm_legit(const Tensor &input, const OptionalTensor &weight, const OptionalTensor &bias, Tensor &mean,
                                Tensor &variance, bool training, double momentum, double eps)
{
    static dispatch::Operator &op = dispatch::Operator::of("aten::_native_batch_norm_legit");
    return forward<at::_ops::_native_batch_norm_legit>(op, input, weight, bias, mean, variance, training, momentum, eps, input, weight,
                                                       bias, mean, variance, training, momentum, eps);
}

Results native_batch_norm_legit_no_stats(const Tensor &input, const OptionalTensor &weight, const OptionalTensor &bias, bool training,
                                         double momentum, double eps)
{
    static dispatch::Operator &op = dispatch::Operator::of("aten::_native_batch_norm_legit.no_stats");
    return forward<at::_ops::_native_batch_norm_legit_no_stats>(op, input, weight, bias, std::nullopt, std::nullopt, training, momentum,
                                                                eps, input, weight, bias, training, momentum, eps);
}

Reserving batch_norm_with_update(const Tensor &input, const OptionalTensor &weight, const OptionalTensor &bias, Tensor &mean,
                                 Tensor &variance, double momentum, double eps)
{
    static dispatch::Operator &op = dispatch::Operator::of("aten::_batch_norm_with_update");
    const at::ScalarType kept = keeps(input, weight, bias, mean, variance, true);
    const auto native = [&] {
        const Tensor reserve = at::empty({0}, input.options().dtype(at::kByte));
        return std::tuple_cat(normalised(input, weight, bias, mean, variance, true, momentum, eps, kept), std::make_tuple(reserve));
    };
    return either<at::_ops::_batch_norm_with_update>(op, input, kept != at::ScalarType::Undefined, native, input, weight, bias, mean,
                                                     variance, momentum, eps);
}

template <class Op, class... Args>
Results backward(dispatch::Operator &op, const Tensor &grad_output, const Tensor &input, const OptionalTensor &weight,
                 const OptionalTensor &mean, const OptionalTensor &variance, const OptionalTensor &saved_mean,
                 const OptionalTensor &saved_inverse, bool training, double eps, std::array<bool, 3> wanted, Args &&...args)
{
    const OptionalTensor &middle = training ? saved_mean : mean, &spread = training ? saved_inverse : variance;
    const bool like = takes(input) && given(middle) && given(spread) && grad_output.defined() && grad_output.sizes() == input.sizes() &&
                      grad_output.device() == input.device() && grad_output.scalar_type() == input.scalar_type();
    const at::ScalarType kept = like ? typeOfChannels(input, {&weight, &middle, &spread}) : at::ScalarType::Undefined;
    const auto native = [&] {
        return gradients(grad_output, input, weight, wide(*middle), training ? wide(*spread) : (wide(*spread) + eps).rsqrt(), training,
                         wanted, kept);
    };
    return either<Op>(op, input, kept != at::ScalarType::Undefined, native, std::forward<Args>(args)...);
}

Results native_batch_norm_backward(const Tensor &grad_output, const Tensor &input, const OptionalTensor &weight, const OptionalTensor &mean,
                                   const OptionalTensor &variance, const OptionalTensor &saved_mean, const OptionalTensor &saved_inverse,
                                   bool training, double eps, std::array<bool, 3> wanted)
{
    static dispatch::Operator &op = dispatch::Operator::of("aten::native_batch_norm_backward");
    return backward<at::_ops::native_batch_norm_backward>(op, grad_output, input, weight, mean, variance, saved_mean, saved_inverse,
                                                          training, eps, wanted, grad_output, input, weight, mean, variance, saved_mean,
                                                          saved_inverse, training, eps, wanted);
}

Results batch_norm_backward(const Tensor &grad_output, const Tensor &input, const Tensor &weight, const OptionalTensor &mean,
                            const OptionalTensor &variance, const OptionalTensor &saved_mean, const OptionalTensor &saved_inverse,
                            bool update, double eps, std::array<bool, 3> wanted, const Tensor &reserve)
{
    static dispatch::Operator &op = dispatch::Operator::of("aten::batch_norm_backward");
    return backward<at::_ops::batch_norm_backward>(op, grad_output, input, weight, mean, variance, saved_mean, saved_inverse, update, eps,
                                                   wanted, grad_output, input, weight, mean, variance, saved_mean, saved_inverse, update,
                                                   eps, wanted, reserve);
}

TPU_REGISTRATION(aten, PrivateUse1, m)
{
    m.impl("native_batch_norm", TORCH_FN(native_batch_norm));
    m.impl("_native_batch_norm_legit", TORCH_FN(native_batch_norm_legit));
    m.impl("_native_batch_norm_legit.no_stats", TORCH_FN(native_batch_norm_legit_no_stats));
    m.impl("_batch_norm_with_update", TORCH_FN(batch_norm_with_update));
    m.impl("native_batch_norm_backward", TORCH_FN(native_batch_norm_backward));
    m.impl("batch_norm_backward", TORCH_FN(batch_norm_backward));
}

} // namespace
} // namespace tpu
