// Batch norm by running statistics, made of the device's own operators. In training, and of other types than float32, it runs on the CPU.

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/native_batch_norm_ops.h>
#include <torch/library.h>

#include "core/Registration.h"
#include "dispatch/Native.h"

namespace tpu
{
namespace
{

using at::Tensor;
using OptionalTensor = std::optional<Tensor>;
using Results = std::tuple<Tensor, Tensor, Tensor>;

bool given(const OptionalTensor &tensor) { return tensor.has_value() && tensor->defined(); }

bool ofChannels(const Tensor &tensor, const Tensor &input)
{
    return tensor.scalar_type() == at::kFloat && tensor.device() == input.device() && tensor.dim() == 1 && tensor.numel() == input.size(1);
}

bool takes(const Tensor &input, const OptionalTensor &weight, const OptionalTensor &bias, const OptionalTensor &mean,
           const OptionalTensor &variance, bool training)
{
    if (training || !given(mean) || !given(variance) || input.scalar_type() != at::kFloat || input.dim() < 2 || input.numel() == 0)
    {
        return false;
    }
    return ofChannels(*mean, input) && ofChannels(*variance, input) && (!given(weight) || ofChannels(*weight, input)) &&
           (!given(bias) || ofChannels(*bias, input));
}

Results native_batch_norm(const Tensor &input, const OptionalTensor &weight, const OptionalTensor &bias, const OptionalTensor &mean,
                          const OptionalTensor &variance, bool training, double momentum, double eps)
{
    static dispatch::Operator &op = dispatch::Operator::of("aten::native_batch_norm");
    const bool native = takes(input, weight, bias, mean, variance, training);
    if (!native || op.forced())
    {
        op.countFallback(native ? "forced" : "no native kernel");
        return at::native::call_fallback_fn<&dispatch::runOnHost, at::_ops::native_batch_norm>::call(input, weight, bias, mean, variance,
                                                                                                     training, momentum, eps);
    }
    op.countNative();
    Tensor scale = (*variance + eps).rsqrt();
    if (given(weight))
    {
        scale = scale * *weight;
    }
    const Tensor moved = *mean * scale;
    const Tensor shift = given(bias) ? *bias - moved : moved.neg();
    std::vector<int64_t> channels(input.dim(), 1);
    channels[1] = input.size(1);
    return {input * scale.view(channels) + shift.view(channels), at::empty({0}, input.options()), at::empty({0}, input.options())};
}

TPU_REGISTRATION(aten, PrivateUse1, m) { m.impl("native_batch_norm", TORCH_FN(native_batch_norm)); }

} // namespace
} // namespace tpu
