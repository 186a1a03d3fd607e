// Dropout with the mask that the CPU draws for the same seed: numbers come from the device's generator on the host, products are made on
// the device.

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/ones_like.h>
#include <c10/core/DeviceGuard.h>
#include <torch/library.h>

#include "core/Device.h"
#include "core/Registration.h"
#include "dispatch/Operator.h"

namespace tpu
{
namespace
{

using at::Tensor;

// 1 / kept, rounded as the CPU rounds it: in the data type of the tensor that it is multiplied with.
at::Scalar scaleOf(double kept, at::ScalarType dtype)
{
    return kept == 0. ? at::Scalar(0.) : at::ones({}, at::TensorOptions(at::kCPU).dtype(dtype)).div_(kept).item();
}

std::tuple<Tensor, Tensor> native_dropout(const Tensor &input, double p, std::optional<bool> train)
{
    TORCH_CHECK(p >= 0. && p <= 1., "dropout probability has to be between 0 and 1, but got ", p);
    const c10::DeviceGuard guard(input.device());
    dispatch::Operator::of("aten::native_dropout").countNative();
    if (!train.value_or(true) || input.numel() == 0)
    {
        return {input.clone(), at::ones_like(input, input.options().dtype(at::kBool))};
    }
    const double kept = 1. - p;
    Tensor mask = at::empty_like(input, input.options().dtype(at::kBool));
    mask.bernoulli_(kept);
    return {input.mul(mask).mul_(scaleOf(kept, input.scalar_type())), mask};
}

Tensor native_dropout_backward(const Tensor &grad_output, const Tensor &mask, double scale)
{
    const c10::DeviceGuard guard(grad_output.device());
    dispatch::Operator::of("aten::native_dropout_backward").countNative();
    return grad_output.mul(mask).mul_(scale);
}

TPU_REGISTRATION(aten, PrivateUse1, m)
{
    m.impl("native_dropout", TORCH_FN(native_dropout));
    m.impl("native_dropout_backward", TORCH_FN(native_dropout_backward));
}

} // namespace
} // namespace tpu
