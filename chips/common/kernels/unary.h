// Kernels of one input, element by element: neg, logical_not, sign, clamp, log, gelu and its gradient, dropout.
#pragma once

#include "../functions.h"
#include "elementwise.h"
#include "sg_api/unary.h"

namespace tpusim
{

template <class Chip>
void neg_kernel(KernelContext &ctx, const sg_api_neg_t &api)
{
    unary<Chip, Types::any>(ctx, api, [](auto x) { return negate(x); });
}
TPUSIM_KERNEL(neg, sg_api_neg_t)

template <class Chip>
void logical_not_kernel(KernelContext &ctx, const sg_api_logical_not_t &api)
{
    unary_predicate<Chip>(ctx, api, [](auto x) { return x == decltype(x)(0); });
}
TPUSIM_KERNEL(logical_not, sg_api_logical_not_t)

template <class Chip>
void sign_kernel(KernelContext &ctx, const sg_api_sign_t &api)
{
    unary<Chip, Types::any>(ctx, api, [](auto x) { return sign(x); });
}
TPUSIM_KERNEL_ON(single_core, sign, sg_api_sign_t)

// NaN stays; an empty range gives high.
template <class Chip, class Args>
void limit(KernelContext &ctx, const Args &api, float low, float high)
{
    unary<Chip, Types::any>(ctx, api, [low, high](auto x) {
        using T = decltype(x);
        return minimum(maximum(x, from_float<Chip, T>(low)), from_float<Chip, T>(high));
    });
}

template <class Chip>
void clamp_kernel(KernelContext &ctx, const sg_api_clamp_t &api)
{
    limit<Chip>(ctx, api, api.min, api.max);
}
TPUSIM_KERNEL(clamp, sg_api_clamp_t)

template <class Chip>
void log_kernel(KernelContext &ctx, const sg_api_log_t &api)
{
    switch (TPUSIM_CODE(api, log_type))
    {
    case LOG_E:
        return unary<Chip>(ctx, api, [](float x) { return functions::log(x); });
    case LOG_1P:
        return unary<Chip>(ctx, api, [](float x) { return functions::log1p(x); });
    case LOG_2:
        return unary<Chip>(ctx, api, [](float x) { return functions::log2(x); });
    case LOG_10:
        return unary<Chip>(ctx, api, [](float x) { return functions::log10(x); });
    }
    ctx.fault("log_type", "is " + std::to_string(TPUSIM_CODE(api, log_type)) + ", which names no logarithm");
}
TPUSIM_KERNEL(log, sg_api_log_t)

template <class Chip>
void gelu_kernel(KernelContext &ctx, const sg_api_gelu_t &api)
{
    unary<Chip>(ctx, api, [](float x) { return functions::gelu(x); });
}
TPUSIM_KERNEL(gelu, sg_api_gelu_t)

template <class Chip>
void gelu_backward_kernel(KernelContext &ctx, const sg_api_gelu_backward_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const auto gradient = [](float x, float g) { return g * functions::gelu_slope(x); };
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        const T *grad_output = TPUSIM_IN(ctx, api, grad_output_global_addr, T, count);
        transform_share<Chip, float>(ctx, count, gradient, TPUSIM_OUT(ctx, api, grad_input_global_addr, T, count), input, grad_output);
    });
}
TPUSIM_KERNEL(gelu_backward, sg_api_gelu_backward_t)

// Uniform in [0, 1), 24 bits: SplitMix64 of seed and position, so that any order of the elements gives the same numbers.
inline float uniform(std::uint64_t seed, std::int64_t position)
{
    std::uint64_t z = seed + 0x9E3779B97F4A7C15ULL * (static_cast<std::uint64_t>(position) + 1);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return static_cast<float>((z ^ (z >> 31)) >> 40) * 0x1p-24f;
}

template <class Chip>
void dropout_kernel(KernelContext &ctx, const sg_api_dropout_t &api)
{
    if (!(api.threshold >= 0.0f && api.threshold <= 1.0f))
    {
        ctx.fault("threshold", "is " + std::to_string(api.threshold) + "; a probability lies between 0 and 1");
    }
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    const float scale = api.threshold < 1.0f ? 1.0f / (1.0f - api.threshold) : 0.0f;
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, count);
        std::uint8_t *mask = api.mask_global_addr == 0 ? nullptr : TPUSIM_OUT(ctx, api, mask_global_addr, std::uint8_t, count);
        const Slice part = ctx.slice(count);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            const bool keep = uniform(api.seed, i) >= api.threshold;
            output[i] = from_float<Chip, T>(keep ? to_float(input[i]) * scale : 0.0f);
            if (mask != nullptr)
            {
                mask[i] = keep;
            }
        }
    });
}
TPUSIM_KERNEL_ON(single_core, dropout, sg_api_dropout_t)

template <class Chip>
void signbit_kernel(KernelContext &ctx, const sg_api_signbit_t &api)
{
    unary_predicate<Chip, Types::floats>(ctx, api, [](float x) { return std::signbit(x); });
}
TPUSIM_KERNEL(signbit, sg_api_signbit_t)

template <class Chip>
void cbrt_kernel(KernelContext &ctx, const sg_api_cbrt_t &api)
{
    unary<Chip>(ctx, api, functions::cbrt);
}
TPUSIM_KERNEL(cbrt, sg_api_cbrt_t)

template <class Chip>
void hardtanh_kernel(KernelContext &ctx, const sg_api_hardtanh_t &api)
{
    limit<Chip>(ctx, api, api.min_value, api.max_value);
}
TPUSIM_KERNEL(hardtanh, sg_api_hardtanh_t)

template <class Chip>
void leakyrelu_kernel(KernelContext &ctx, const sg_api_leakyrelu_t &api)
{
    unary<Chip>(ctx, api, [slope = api.negative_slope](float x) { return x > 0.0f ? x : slope * x; });
}
TPUSIM_KERNEL(leakyrelu, sg_api_leakyrelu_t)

template <class Chip>
void relu_backward_kernel(KernelContext &ctx, const sg_api_relu_backward_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        const T *grad_output = TPUSIM_IN(ctx, api, grad_output_global_addr, T, count);
        T *grad_input = TPUSIM_OUT(ctx, api, grad_input_global_addr, T, count);
        transform_share<Chip, float>(ctx, count, [](float x, float g) { return x > 0.0f ? g : 0.0f; }, grad_input, input, grad_output);
    });
}
TPUSIM_KERNEL_ON(single_core, relu_backward, sg_api_relu_backward_t)

struct Remainder
{
    float operator()(float x, float divisor) const
    {
        const float rest = std::fmod(x, divisor);
        return rest != 0.0f && (rest < 0.0f) != (divisor < 0.0f) ? rest + divisor : rest;
    }
};
TPUSIM_KERNEL_OF(remainder, sg_api_remainder_t, with_scalar_of, Remainder, Types::floats)

// Does nothing: what a launch costs. Its argument struct, which it does not read, is the one that the legacy host sends.
template <class Chip>
void dummy_kernel(KernelContext &, const sg_api_gelu_t &)
{
}
TPUSIM_KERNEL_AS(single_core, "tpu_kernel_api_dummy", sg_api_gelu_t, 1, dummy_kernel<FirmwareChip>)
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_dummy", sg_api_gelu_t, 1, dummy_kernel<FirmwareChip>)

} // namespace tpusim
