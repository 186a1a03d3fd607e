// Operators of training steps, composed of the device's own. In f16 and bf16 they are calculated in f32 and rounded once, as on the CPU.

#include <ATen/TensorOperators.h>
#include <ATen/core/Reduction.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/arange.h>
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
#include <utility>

#include "Common.h"
#include "core/Capture.h"

namespace at
{

using own::given;
using own::isFloat;
using own::wide;

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

namespace
{

// Class numbers of the elements [samples, 1, rest] of logarithms [samples, classes, rest]; `counted` is false where one is ignored.
struct ClassNumbers
{
    Tensor numbers, counted;
};

// In a capture they cannot be looked at: of one that is no class the kernel is a fault of the device.
void requireClasses(const Tensor &target, int64_t classes, int64_t ignore_index)
{
    if (c10_tpu::memoryOfCapture(c10_tpu::getCurrentTPUStream().unwrap()) != nullptr)
    {
        return;
    }
    const Tensor host = target.to(kCPU, kLong);
    const auto *numbers = host.const_data_ptr<int64_t>();
    for (int64_t i = 0; i < host.numel(); ++i)
    {
        TORCH_CHECK((numbers[i] >= 0 && numbers[i] < classes) || numbers[i] == ignore_index, "class number ", numbers[i]);
    }
}

ClassNumbers classNumbers(const Tensor &logarithms, const Tensor &target, const std::optional<Tensor> &weight, int64_t ignore_index)
{
    const int64_t samples = logarithms.size(0), rest = logarithms.size(2);
    TORCH_CHECK(target.scalar_type() == kLong || target.scalar_type() == kByte, "class numbers of type ", target.scalar_type());
    TORCH_CHECK(target.numel() == samples * rest, "class numbers of shape ", target.sizes());
    TORCH_CHECK(!given(weight) ||
                    (weight->scalar_type() == logarithms.scalar_type() && weight->dim() == 1 && weight->numel() == logarithms.size(1)),
                "weights of another data type or shape");
    requireClasses(target, logarithms.size(1), ignore_index);
    const Tensor numbers = target.to(kInt).view({samples, 1, rest});
    return {numbers, numbers.ne(ignore_index)};
}

// The weighted negative logarithm at each class number, and the weights, in f32; 0 where it is ignored.
std::pair<Tensor, Tensor> losses(const Tensor &logarithms, const ClassNumbers &classes, const std::optional<Tensor> &weight)
{
    const Tensor places = classes.numbers * classes.counted;
    Tensor picked = at::empty(places.sizes(), logarithms.options());
    const auto stream = c10_tpu::getCurrentTPUStream();
    const auto status = tpudnnGatherAsync(stream, tpu::TPUGenerateTpudnnTensor(stream, logarithms),
                                          tpu::TPUGenerateTpudnnTensor(stream, places), tpu::TPUGenerateTpudnnTensor(stream, picked), 1);
    TORCH_CHECK(status == TPUDNN_STATUS_SUCCESS);
    const Tensor none = at::zeros({}, picked.options().dtype(kFloat));
    const Tensor loss = wide(picked).neg();
    if (!given(weight))
    {
        return {at::where(classes.counted, loss, none), wide(classes.counted)};
    }
    Tensor weights = at::empty({places.numel()}, weight->options());
    index_select_out_tpu(*weight, 0, places.view({-1}), weights);
    const Tensor shares = at::where(classes.counted, wide(weights).view(places.sizes()), none);
    return {at::where(classes.counted, loss * shares, none), shares};
}

// Of [samples, classes, rest]; `each`: a loss of each sample.
void lossOfClasses(const Tensor &logarithms, const Tensor &target, const std::optional<Tensor> &weight, bool each, bool mean,
                   int64_t ignore_index, Tensor &output, Tensor &total_weight)
{
    const auto [loss, shares] = losses(logarithms, classNumbers(logarithms, target, weight, ignore_index), weight);
    if (each)
    {
        output.copy_(loss.view(output.sizes()));
        total_weight.zero_();
        return;
    }
    const Tensor total = at::sum(shares), sum = at::sum(loss);
    output.copy_(mean ? sum / total : sum);
    total_weight.copy_(total);
}

void gradientOfClasses(const Tensor &grad_output, const Tensor &logarithms, const Tensor &target, const std::optional<Tensor> &weight,
                       bool each, bool mean, int64_t ignore_index, const Tensor &total_weight, Tensor &grad_input)
{
    const ClassNumbers classes = classNumbers(logarithms, target, weight, ignore_index);
    const Tensor counted = classes.counted.to(kInt);
    const Tensor places = classes.numbers * counted + counted - 1; // -1 where it is ignored
    const Tensor all = at::arange(logarithms.size(1), places.options()).view({1, -1, 1});
    Tensor grad = wide(grad_output).neg();
    grad = each ? grad.view(places.sizes()) : grad.view({1, 1, 1});
    if (mean)
    {
        grad = grad / wide(total_weight);
    }
    if (given(weight))
    {
        grad = grad * wide(*weight).view({1, -1, 1});
    }
    grad_input.copy_(at::where(all.eq(places), grad, at::zeros({}, grad.options())).view(grad_input.sizes()));
}

// One sample is a batch of one; planes have one element behind another.
Tensor asSamples(const Tensor &logarithms)
{
    return logarithms.dim() == 1 ? logarithms.view({1, -1, 1}) : logarithms.view({logarithms.size(0), logarithms.size(1), -1});
}

void requirePlanes(const Tensor &self, const Tensor &target)
{
    TORCH_CHECK(target.scalar_type() == kLong, "class numbers of type ", target.scalar_type());
    TORCH_CHECK(self.dim() == 4 && target.dim() == 3 && self.size(0) == target.size(0) && self.size(2) == target.size(1) &&
                    self.size(3) == target.size(2),
                "planes of shape ", self.sizes(), " and ", target.sizes());
}

} // namespace

std::tuple<Tensor &, Tensor &> nll_loss_forward_out_tpu(const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight,
                                                        int64_t reduction, int64_t ignore_index, Tensor &output, Tensor &total_weight)
{
    requireFloating(self, output, total_weight);
    lossOfClasses(asSamples(self), target, weight, reduction == Reduction::None && self.dim() == 2, reduction == Reduction::Mean,
                  ignore_index, output, total_weight);
    return {output, total_weight};
}

Tensor &nll_loss_backward_out_tpu(const Tensor &grad_output, const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight,
                                  int64_t reduction, int64_t ignore_index, const Tensor &total_weight, Tensor &grad_input)
{
    requireFloating(self, grad_output, total_weight, grad_input);
    gradientOfClasses(grad_output, asSamples(self), target, weight, reduction == Reduction::None && self.dim() == 2,
                      reduction == Reduction::Mean, ignore_index, total_weight, grad_input);
    return grad_input;
}

std::tuple<Tensor, Tensor> nll_loss2d_forward_tpu(const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight,
                                                  int64_t reduction, int64_t ignore_index)
{
    requireFloating(self);
    requirePlanes(self, target);
    const bool each = reduction == Reduction::None;
    Tensor output = at::empty(each ? target.sizes() : IntArrayRef(), self.options()), total_weight = at::empty({}, self.options());
    lossOfClasses(asSamples(self), target, weight, each, reduction == Reduction::Mean, ignore_index, output, total_weight);
    return {output, total_weight};
}

Tensor nll_loss2d_backward_tpu(const Tensor &grad_output, const Tensor &self, const Tensor &target, const std::optional<Tensor> &weight,
                               int64_t reduction, int64_t ignore_index, const Tensor &total_weight)
{
    requireFloating(self, grad_output, total_weight);
    requirePlanes(self, target);
    const bool each = reduction == Reduction::None;
    TORCH_CHECK(each ? grad_output.sizes() == target.sizes() : grad_output.numel() == 1, "a gradient of shape ", grad_output.sizes());
    Tensor grad_input = at::empty_like(self); // in its order of memory, as on the CPU
    gradientOfClasses(grad_output, asSamples(self.contiguous()), target, weight, each, reduction == Reduction::Mean, ignore_index,
                      total_weight, grad_input);
    return grad_input;
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
