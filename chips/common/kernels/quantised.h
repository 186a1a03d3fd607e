// Weights of 8 or 4 bits with a scale for each group of them. No kernel is registered here.
#pragma once

#include "matmul_steps.h"

namespace tpusim
{

// Integers of 8 or 4 bits in groups along K, with a scale and perhaps a zero point for each group.
struct QuantisedWeight
{
    std::uint64_t weight, scale, zero; // addresses; no zero point where it is 0
    const char *weight_argument, *scale_argument, *zero_argument;
    int bits, group;
};

inline void require_groups(KernelContext &ctx, int group, const char *group_argument, int bits, std::int64_t rows)
{
    if (group < 1 || rows % group != 0)
    {
        ctx.fault(group_argument, "groups of " + std::to_string(group) + " do not divide " + std::to_string(rows) + " rows of weights");
    }
    if (bits != 4 && bits != 8)
    {
        ctx.fault("weight_bits", "is " + std::to_string(bits) + "; the kernel takes 4 and 8");
    }
}

// This core's share of the weights, as numbers, in the order in which they are stored.
template <class T>
void dequantise_share(KernelContext &ctx, const QuantisedWeight &quantised, const MatmulSizes &s, float *weights)
{
    const std::int64_t count = s.k * s.n;
    const std::int64_t groups = s.k / quantised.group;
    const auto *packed = ctx.in<std::uint8_t>(quantised.weight, quantised.bits == 8 ? count : (count + 1) / 2, quantised.weight_argument);
    const T *scale = ctx.in<T>(quantised.scale, s.n * groups, quantised.scale_argument);
    const std::uint8_t *zero = quantised.zero == 0 ? nullptr : ctx.in<std::uint8_t>(quantised.zero, s.n * groups, quantised.zero_argument);
    const Slice part = ctx.slice(count);
    for (std::int64_t i = part.begin; i < part.end; ++i)
    {
        const std::int64_t column = s.right_transposed ? i / s.k : i % s.n;
        const std::int64_t row = s.right_transposed ? i % s.k : i / s.n;
        const std::int64_t group = column * groups + row / quantised.group;
        const int value = quantised.bits == 8 ? packed[i] : packed[i / 2] >> (i % 2 * 4) & 15;
        weights[i] = static_cast<float>(value - (zero == nullptr ? 0 : zero[group])) * to_float(scale[group]);
    }
}

// bf16, and f16 on a chip that has it.
template <class Chip, class Body>
void dispatch_16bit(KernelContext &ctx, int code, const char *argument, Body &&body)
{
    switch (static_cast<DType>(code))
    {
    case DType::f16:
        if constexpr (Chip::has_f16)
        {
            return body(TypeTag<f16>{});
        }
        break;
    case DType::bf16:
        return body(TypeTag<bf16>{});
    default:
        break;
    }
    fault_dtype(ctx, code, argument, Chip::name);
}

} // namespace tpusim
