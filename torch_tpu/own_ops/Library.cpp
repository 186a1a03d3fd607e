// Operators that the library has, or that are composed of the device's own, and that trees to be converted do not have.

#include <ATen/TensorOperators.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/where.h>

#include <algorithm>
#include <cmath>

#include "Common.h"

namespace at
{

using own::given;
using own::intoLibrary;
using own::isFloat;
using own::wrapped;

Tensor &gelu_out_tpu(const Tensor &self, c10::string_view approximate, Tensor &out);

namespace
{

// Compositions are in float32 only: others would be rounded at each step.
void checkComposed(const Tensor &self, const Tensor &out)
{
    CHECK_TENSOR_IN_DEVICE(out);
    TORCH_CHECK(self.scalar_type() == kFloat && out.scalar_type() == kFloat, "data types ", self.scalar_type(), " and ", out.scalar_type());
}

} // namespace

Tensor &atan_out_tpu(const Tensor &self, Tensor &out)
{
    return intoLibrary(self, out, [](tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output) {
        return tpudnnActiveAsync(handle, input, output, TPUDNN_ACTIVE_ARCTAN);
    });
}

Tensor &cumsum_out_tpu(const Tensor &self, int64_t dim, std::optional<ScalarType>, Tensor &out)
{
    TORCH_CHECK(self.dim() > 0, "cumsum of a number");
    return intoLibrary(self, out, [&](tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output) {
        return tpudnnCumsumAsync(handle, input, output, wrapped(dim, self.dim()));
    });
}

Tensor &log_softmax_out_tpu(const Tensor &self, int64_t dim, bool half_to_float, Tensor &out)
{
    TORCH_CHECK(!half_to_float, "log_softmax that converts");
    TORCH_CHECK(self.dim() > 0, "log_softmax of a number");
    return intoLibrary(self, out, [&](tpudnnHandle_t handle, tpudnnTensor_t input, tpudnnTensor_t output) {
        return tpudnnLogSoftmaxAsync(handle, input, wrapped(dim, self.dim()), output);
    });
}

Tensor &elu_out_tpu(const Tensor &self, const Scalar &alpha, const Scalar &scale, const Scalar &input_scale, Tensor &out)
{
    checkComposed(self, out);
    Tensor below = self * input_scale;
    below.expm1_();
    below.mul_(alpha.toDouble() * scale.toDouble());
    return at::where_out(out, self > 0, self * scale, below);
}

Tensor &softplus_out_tpu(const Tensor &self, const Scalar &beta, const Scalar &threshold, Tensor &out)
{
    checkComposed(self, out);
    const Tensor scaled = self * beta;
    Tensor curve = scaled.exp();
    curve.log1p_().div_(beta);
    return at::where_out(out, scaled > threshold, self, curve);
}

// The second result is what the CPU keeps for the backward.
std::tuple<Tensor, Tensor> log_sigmoid_forward_tpu(const Tensor &self)
{
    TORCH_CHECK(self.scalar_type() == kFloat && self.numel() > 0, "data type ", self.scalar_type(), " of shape ", self.sizes());
    const Tensor buffer = self.abs().neg_().exp_();
    return {self.clamp(std::nullopt, 0) - buffer.log1p(), buffer};
}

Tensor &gelu_either_out_tpu(const Tensor &self, c10::string_view approximate, Tensor &out)
{
    if (approximate != "tanh" || self.scalar_type() != kFloat)
    {
        return gelu_out_tpu(self, approximate, out);
    }
    checkComposed(self, out);
    // x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ^ 3)))
    Tensor y = self * self;
    y.mul_(0.044715).add_(1).mul_(self).mul_(std::sqrt(M_2_PI)).tanh_();
    y.add_(1).mul_(0.5);
    return at::mul_out(out, y, self);
}

Tensor var_correction_tpu(const Tensor &self, OptionalIntArrayRef dim, const std::optional<Scalar> &correction, bool keepdim)
{
    TORCH_CHECK(self.scalar_type() == kFloat && self.numel() > 0, "data type ", self.scalar_type(), " of shape ", self.sizes());
    const Tensor apart = self - self.mean(dim, true);
    const Tensor sum = (apart * apart).sum(dim, keepdim);
    const double count = static_cast<double>(self.numel()) / static_cast<double>(sum.numel());
    return sum / std::max(0.0, count - (correction.has_value() ? correction->toDouble() : 1.0));
}

Tensor std_correction_tpu(const Tensor &self, OptionalIntArrayRef dim, const std::optional<Scalar> &correction, bool keepdim)
{
    return var_correction_tpu(self, dim, correction, keepdim).sqrt();
}

std::tuple<Tensor, Tensor, Tensor> native_group_norm_tpu(const Tensor &input, const std::optional<Tensor> &weight,
                                                         const std::optional<Tensor> &bias, int64_t samples, int64_t channels,
                                                         int64_t plane, int64_t groups, double eps)
{
    const auto fits = [&](const std::optional<Tensor> &tensor) {
        return !given(tensor) || (tensor->scalar_type() == input.scalar_type() && tensor->numel() == input.size(1));
    };
    TORCH_CHECK(isFloat(input.scalar_type()) && input.dim() >= 2 && input.numel() > 0, "data type ", input.scalar_type(), " of shape ",
                input.sizes());
    TORCH_CHECK(input.size(1) == channels && input.numel() == samples * channels * plane && groups > 0 && channels % groups == 0,
                "sizes of ", input.sizes());
    TORCH_CHECK(input.size(0) == samples && fits(weight) && fits(bias), "weight and bias of other data types or sizes");
    TORCH_CHECK(input.is_contiguous(input.suggest_memory_format()), "an input with gaps, which the CPU refuses");
    const Tensor x = input.contiguous();
    Tensor y = at::empty(x.sizes(), x.options());
    Tensor mean = at::empty({samples, groups}, x.options()), rstd = at::empty({samples, groups}, x.options());
    auto stream = c10_tpu::getCurrentTPUStream();
    const auto view = [&](const std::optional<Tensor> &tensor) {
        return given(tensor) ? tpu::TPUGenerateTpudnnTensor(stream, *tensor) : tpudnnUndefinedTensor();
    };
    const auto status = tpudnnNativeGroupNormAsync(stream, tpu::TPUGenerateTpudnnTensor(stream, x), view(weight), view(bias),
                                                   static_cast<int>(groups), (given(weight) ? 1 : 0) | (given(bias) ? 2 : 0),
                                                   static_cast<float>(eps), tpu::TPUGenerateTpudnnTensor(stream, y),
                                                   tpu::TPUGenerateTpudnnTensor(stream, mean), tpu::TPUGenerateTpudnnTensor(stream, rstd));
    TORCH_CHECK(status == TPUDNN_STATUS_SUCCESS);
    const MemoryFormat format = input.suggest_memory_format();
    if (format != MemoryFormat::Contiguous)
    {
        y = at::empty(y.sizes(), y.options(), format).copy_(y);
    }
    return {y, mean, rstd};
}

} // namespace at
