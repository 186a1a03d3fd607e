// Weights of 8 or 4 bits with a scale for each group of them, or each square. No kernel is registered here.
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

// FP8 numbers with a scale for each square of them.
struct BlockScaledWeight
{
    std::uint64_t weight, scale;
    const char *weight_argument, *scale_argument;
    int block, dtype;
    std::int64_t rows, columns; // as they are stored
    bool scale_transposed;
};

template <class Chip, class Body>
void dispatch_fp8(KernelContext &ctx, int code, const char *argument, Body &&body)
{
    if constexpr (Chip::has_fp8)
    {
        if (static_cast<DType>(code) == DType::f8e4m3)
        {
            return body(TypeTag<f8e4m3>{});
        }
        if (static_cast<DType>(code) == DType::f8e5m2)
        {
            return body(TypeTag<f8e5m2>{});
        }
    }
    fault_dtype(ctx, code, argument, Chip::name);
}

// This core's share of the weights, as numbers, in the order in which they are stored.
template <class Chip, class T>
void dequantise_share(KernelContext &ctx, const BlockScaledWeight &quantised, float *weights)
{
    if (quantised.block < 1)
    {
        ctx.fault("block_size", "is " + std::to_string(quantised.block));
    }
    const std::int64_t count = quantised.rows * quantised.columns;
    const std::int64_t rows = (quantised.rows + quantised.block - 1) / quantised.block;
    const std::int64_t columns = (quantised.columns + quantised.block - 1) / quantised.block;
    const T *scale = ctx.in<T>(quantised.scale, rows * columns, quantised.scale_argument);
    dispatch_fp8<Chip>(ctx, quantised.dtype, "weight_dtype", [&](auto tag) {
        const auto *values = ctx.in<typename decltype(tag)::type>(quantised.weight, count, quantised.weight_argument);
        const Slice part = ctx.slice(count);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            const std::int64_t row = i / quantised.columns / quantised.block;
            const std::int64_t column = i % quantised.columns / quantised.block;
            weights[i] = to_float(values[i]) * to_float(scale[quantised.scale_transposed ? column * rows + row : row * columns + column]);
        }
    });
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
