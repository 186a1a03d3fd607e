// Operators of training steps, composed of the device's own. In f16 and bf16 they are calculated in f32 and rounded once, as on the CPU.

#include <ATen/TensorOperators.h>
#include <ATen/core/Reduction.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/full.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/mean.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>

#include <cmath>
#include <limits>

#include "Common.h"

namespace at
{

using own::isFloat;

Tensor &add_out_tpu(const Tensor &self, const Tensor &other, const Scalar &alpha, Tensor &out);

namespace
{

template <class... Tensors>
void requireFloating(const Tensor &first, const Tensors &...others)
{
    TORCH_CHECK(isFloat(first.scalar_type()), "data type ", first.scalar_type());
    [[maybe_unused]] const auto require_same = [&](const Tensor &other) {
        TORCH_CHECK(other.scalar_type() == first.scalar_type(), "data types ", first.scalar_type(), " and ", other.scalar_type());
    };
    (require_same(others), ...);
}

Tensor wide(const Tensor &tensor) { return tensor.to(kFloat); }

Tensor reduced(const Tensor &loss, int64_t reduction)
{
    return reduction == Reduction::Mean ? at::mean(loss) : reduction == Reduction::Sum ? at::sum(loss) : loss;
}

} // namespace

Tensor &threshold_backward_out_tpu(const Tensor &grad_output, const Tensor &self, const Scalar &threshold, Tensor &grad_input)
{
    requireFloating(self, grad_output, grad_input);
    return at::where_out(grad_input, self.le(threshold), at::zeros({}, self.options()), grad_output);
}

Tensor &tanh_backward_out_tpu(const Tensor &grad_output, const Tensor &output, Tensor &grad_input)
{
    requireFloating(output, grad_output, grad_input);
    const Tensor result = wide(output);
    return grad_input.copy_(wide(grad_output) * (1 - result * result));
}

Tensor &sigmoid_backward_out_tpu(const Tensor &grad_output, const Tensor &output, Tensor &grad_input)
{
    requireFloating(output, grad_output, grad_input);
    const Tensor result = wide(output);
    return grad_input.copy_(wide(grad_output) * (1 - result) * result);
}

Tensor &mse_loss_out_tpu(const Tensor &self, const Tensor &target, int64_t reduction, Tensor &out)
{
    requireFloating(self, target, out);
    const Tensor difference = wide(self) - wide(target);
    return out.copy_(reduced(difference * difference, reduction));
}

Tensor mse_loss_backward_tpu(const Tensor &grad_output, const Tensor &self, const Tensor &target, int64_t reduction)
{
    requireFloating(self, target, grad_output);
    const double norm = reduction == Reduction::Mean ? 2. / static_cast<double>(self.numel()) : 2.;
    return ((wide(self) - wide(target)) * norm * wide(grad_output)).to(self.scalar_type());
}

Tensor &log_softmax_backward_data_out_tpu(const Tensor &grad_output, const Tensor &output, int64_t dim, ScalarType input_dtype, Tensor &out)
{
    TORCH_CHECK(input_dtype == output.scalar_type(), "log_softmax that converts");
    TORCH_CHECK(output.dim() > 0, "log_softmax of a number");
    requireFloating(output, grad_output, out);
    const Tensor grad = wide(grad_output);
    return out.copy_(grad - wide(output).exp() * at::sum(grad, IntArrayRef{dim}, true));
}

Tensor &addcdiv_out_tpu(const Tensor &self, const Tensor &tensor1, const Tensor &tensor2, const Scalar &value, Tensor &out)
{
    requireFloating(self, tensor1, tensor2, out);
    return out.copy_(wide(self) + wide(tensor1) * value / wide(tensor2));
}

Tensor &lerp_scalar_out_tpu(const Tensor &self, const Tensor &end, const Scalar &weight, Tensor &out)
{
    TORCH_CHECK(!weight.isComplex(), "a complex weight");
    requireFloating(self, end, out);
    const Tensor from = wide(self);
    const Tensor to = wide(end);
    const double part = weight.toDouble();
    return out.copy_(part < 0.5 ? from + (to - from) * part : to - (to - from) * (1 - part));
}

Tensor &pow_base_out_tpu(const Scalar &self, const Tensor &exponent, Tensor &out)
{
    TORCH_CHECK(!self.isComplex(), "a complex base");
    requireFloating(exponent, out);
    return out.copy_(at::pow(at::full_like(wide(exponent), self), wide(exponent)));
}

Tensor &isneginf_out_tpu(const Tensor &self, Tensor &out)
{
    requireFloating(self);
    TORCH_CHECK(out.scalar_type() == kBool, "data type ", out.scalar_type());
    return at::eq_out(out, self, -std::numeric_limits<double>::infinity());
}

Tensor &all_out_tpu(const Tensor &self, int64_t dim, bool keepdim, Tensor &out)
{
    TORCH_CHECK(self.scalar_type() == kBool && out.scalar_type() == kBool, "data type ", self.scalar_type());
    const auto options = self.options().dtype(kFloat);
    const Tensor missing = at::where(self, at::zeros({}, options), at::full({}, 1., options));
    return at::eq_out(out, at::sum(missing, IntArrayRef{dim}, keepdim), 0.);
}

// Counters are 64-bit integers, which chips do not add: of a small number, the low halves and what they carry are added.
Tensor &add_either_out_tpu(const Tensor &self, const Tensor &other, const Scalar &alpha, Tensor &out)
{
    const bool counts = out.scalar_type() == kLong && self.scalar_type() == kLong && IS_TPU_TENSOR(self) && IS_CPU_TENSOR(other);
    if (!counts)
    {
        return add_out_tpu(self, other, alpha, out);
    }
    CHECK_TENSOR_IN_DEVICE(out);
    TORCH_CHECK(isIntegralType(other.scalar_type(), true) && alpha.isIntegral(true) && self.numel() > 0, "data type ", other.scalar_type());
    const double exact = other.item().toDouble() * alpha.toDouble();
    TORCH_CHECK(std::abs(exact) < (1 << 24), "number ", exact);
    const auto number = static_cast<int64_t>(exact);
    const Tensor halves = self.contiguous().view({-1}).view(kInt).view({-1, 2});
    const Tensor low = halves.select(1, 0) + number;
    Tensor result = out.view({-1}).view(kInt).view({-1, 2});
    result.select(1, 1).copy_(halves.select(1, 1) + low.lt(number) - low.lt(0).to(kInt));
    result.select(1, 0).copy_(low);
    return out;
}

} // namespace at
