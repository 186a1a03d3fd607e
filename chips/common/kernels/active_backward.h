// Gradients of activations.
#pragma once

#include "../functions.h"
#include "elementwise.h"
#include "sg_api/active_backward.h"

namespace tpusim
{

// Each in PyTorch's order of operations: where numbers overflow on the way it decides.
struct TanhGradient
{
    float operator()(float g, float y) const { return g * (1.0f - y * y); }
};

struct SigmoidGradient
{
    float operator()(float g, float y) const { return g * (1.0f - y) * y; }
};

struct SiluGradient
{
    float operator()(float g, float x) const
    {
        const float s = functions::sigmoid(x);
        return g * s * (1.0f + x * (1.0f - s));
    }
};

template <class Chip, class Args, class Gradient>
void gradient_of(KernelContext &ctx, const Args &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *grad_output = TPUSIM_IN(ctx, api, grad_output_global_addr, T, count);
        const T *value = TPUSIM_IN(ctx, api, value_global_addr, T, count);
        transform_share<Chip, float>(ctx, count, Gradient{}, TPUSIM_OUT(ctx, api, grad_input_global_addr, T, count), grad_output, value);
    });
}
TPUSIM_KERNEL_OF(tanh_backward, sg_api_active_backward_t, gradient_of, TanhGradient)
TPUSIM_KERNEL_OF(sigmoid_backward, sg_api_active_backward_t, gradient_of, SigmoidGradient)
TPUSIM_KERNEL_OF(silu_backward, sg_api_active_backward_t, gradient_of, SiluGradient)

} // namespace tpusim
