// Steps of optimisers.
#pragma once

#include "elementwise.h"
#include "sg_api/optimizer.h"

namespace tpusim
{

// base ^ exponent in f64, whose products IEEE 754 fixes.
inline double whole_power(double base, std::uint64_t exponent)
{
    double power = 1.0;
    for (; exponent != 0; exponent >>= 1, base *= base)
    {
        if ((exponent & 1) != 0)
        {
            power *= base;
        }
    }
    return power;
}

// 1 - beta ^ step: 0 before the first step.
inline double bias_correction(float beta, float step)
{
    const double count = step >= 0.5f ? std::min(std::nearbyint(static_cast<double>(step)), 0x1p53) : 0.0;
    return 1.0 - whole_power(beta, static_cast<std::uint64_t>(count));
}

template <class Chip>
void adam_kernel(KernelContext &ctx, const sg_api_adam_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    const float step = *TPUSIM_IN(ctx, api, step_global_addr, float, 1);
    const auto rate = static_cast<float>(api.lr / bias_correction(api.beta1, step));
    const auto root = static_cast<float>(std::sqrt(bias_correction(api.beta2, step)));
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *grad = TPUSIM_IN(ctx, api, grad_global_addr, T, count);
        const T *weight = TPUSIM_IN(ctx, api, weight_global_addr, T, count);
        const T *mean = TPUSIM_IN(ctx, api, m_global_addr, T, count);
        const T *square = TPUSIM_IN(ctx, api, v_global_addr, T, count);
        const T *largest = api.amsgrad == 0 ? nullptr : TPUSIM_IN(ctx, api, vmax_global_addr, T, count);
        T *weight_out = TPUSIM_OUT(ctx, api, weight_out_global_addr, T, count);
        T *mean_out = TPUSIM_OUT(ctx, api, m_out_global_addr, T, count);
        T *square_out = TPUSIM_OUT(ctx, api, v_out_global_addr, T, count);
        T *largest_out = api.amsgrad == 0 ? nullptr : TPUSIM_OUT(ctx, api, vmax_out_global_addr, T, count);
        const Slice part = ctx.slice(count);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            float w = to_float(weight[i]);
            float g = api.maximize != 0 ? -to_float(grad[i]) : to_float(grad[i]);
            if (api.decoupled != 0)
            {
                w *= 1.0f - api.lr * api.weight_decay;
            }
            else if (api.weight_decay != 0.0f)
            {
                g += api.weight_decay * w;
            }
            const float m = api.beta1 * to_float(mean[i]) + (1.0f - api.beta1) * g;
            const float v = api.beta2 * to_float(square[i]) + (1.0f - api.beta2) * g * g;
            float spread = v;
            if (largest != nullptr)
            {
                spread = maximum(to_float(largest[i]), v);
                largest_out[i] = from_float<Chip, T>(spread);
            }
            mean_out[i] = from_float<Chip, T>(m);
            square_out[i] = from_float<Chip, T>(v);
            weight_out[i] = from_float<Chip, T>(w - rate * m / (std::sqrt(spread) / root + api.eps));
        }
        ctx.count_flops(14.0 * static_cast<double>(part.size()));
    });
}
TPUSIM_KERNEL(adam, sg_api_adam_t)

} // namespace tpusim
