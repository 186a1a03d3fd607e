// Matrix product with 16-bit activations and weights of 8 or 4 bits in groups (sg_b).
#pragma once

#include "matmul_steps.h"
#include "rows.h"
#include "sg_api/a16_matmul.h"

namespace tpusim
{

inline MatmulSizes a16_sizes(KernelContext &ctx, const sg_api_a16_matmul_t &api)
{
    if (api.final_row_num < 0 || api.inner_num < 0 || api.final_col_num < 0)
    {
        ctx.fault("final_row_num, inner_num, final_col_num", "a size is negative");
    }
    if (api.q_group_size < 1 || api.inner_num % api.q_group_size != 0)
    {
        ctx.fault("q_group_size",
                  "groups of " + std::to_string(api.q_group_size) + " do not divide " + std::to_string(api.inner_num) + " rows of weights");
    }
    if (api.weight_bits != 4 && api.weight_bits != 8)
    {
        ctx.fault("weight_bits", "is " + std::to_string(api.weight_bits) + "; the kernel takes 4 and 8");
    }
    return checked(ctx, "final_row_num, inner_num, final_col_num",
                   {1, api.final_row_num, api.inner_num, api.final_col_num, false, api.R_trans != 0});
}

// This core's share of the weights, as numbers, in the order in which they are stored.
template <class T>
void dequantise_share(KernelContext &ctx, const sg_api_a16_matmul_t &api, const MatmulSizes &s, float *weights)
{
    const std::int64_t count = s.k * s.n;
    const std::int64_t groups = s.k / api.q_group_size;
    const auto *packed = TPUSIM_IN(ctx, api, weight_global_addr, std::uint8_t, api.weight_bits == 8 ? count : (count + 1) / 2);
    const T *scale = TPUSIM_IN(ctx, api, scale_global_addr, T, s.n * groups);
    const std::uint8_t *zero = api.has_zp == 0 ? nullptr : TPUSIM_IN(ctx, api, zp_global_addr, std::uint8_t, s.n * groups);
    const Slice part = ctx.slice(count);
    for (std::int64_t i = part.begin; i < part.end; ++i)
    {
        const std::int64_t column = s.right_transposed ? i / s.k : i % s.n;
        const std::int64_t row = s.right_transposed ? i % s.k : i / s.n;
        const std::int64_t group = column * groups + row / api.q_group_size;
        const int value = api.weight_bits == 8 ? packed[i] : packed[i / 2] >> (i % 2 * 4) & 15;
        weights[i] = static_cast<float>(value - (zero == nullptr ? 0 : zero[group])) * to_float(scale[group]);
    }
}

// f16 and bf16 only.
template <class Chip, class Body>
void dispatch_16bit(KernelContext &ctx, int code, const char *argument, Body &&body)
{
    switch (static_cast<DType>(code))
    {
    case DType::f16:
        return body(TypeTag<f16>{});
    case DType::bf16:
        return body(TypeTag<bf16>{});
    default:
        fault_dtype(ctx, code, argument, Chip::name);
    }
}

template <class Chip>
void a16_matmul_widen(KernelContext &ctx, const sg_api_a16_matmul_t &api)
{
    const MatmulSizes s = a16_sizes(ctx, api);
    dispatch_16bit<Chip>(ctx, api.io_dtype, "io_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        TPUSIM_OUT(ctx, api, output_global_addr, T, s.m * s.n); // before scratch of its size
        widen_share(ctx, TPUSIM_IN(ctx, api, input_global_addr, T, s.m * s.k), s.m * s.k, left_f32);
        dequantise_share<T>(ctx, api, s, ctx.scratch<float>(right_f32, s.k * s.n));
    });
}

template <class Chip>
void a16_matmul_multiply(KernelContext &ctx, const sg_api_a16_matmul_t &api)
{
    const MatmulSizes s = a16_sizes(ctx, api);
    float *partials = ctx.scratch<float>(partial_products, ctx.cores() * s.m * s.n);
    multiply(ctx, s, ctx.slice(s.k), ctx.scratch<float>(left_f32, s.m * s.k), ctx.scratch<float>(right_f32, s.k * s.n),
             partials + ctx.core() * s.m * s.n);
}

template <class Chip>
void a16_matmul_reduce(KernelContext &ctx, const sg_api_a16_matmul_t &api)
{
    const MatmulSizes s = a16_sizes(ctx, api);
    const float *partials = ctx.scratch<float>(partial_products, ctx.cores() * s.m * s.n);
    dispatch_16bit<Chip>(ctx, api.io_dtype, "io_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *bias = api.has_bias == 0 ? nullptr : TPUSIM_IN(ctx, api, bias_global_addr, T, s.n);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, s.m * s.n);
        finish_rows<Chip>(ctx.slice(s.m), s.n, partials, parts_of_k(ctx, s.k), s.m * s.n, bias, output);
    });
}
TPUSIM_KERNEL_AS(SgB, "tpu_kernel_llama_a16_matmul", sg_api_a16_matmul_t, all_cores, a16_matmul_widen<SgB>, a16_matmul_multiply<SgB>,
                 a16_matmul_reduce<SgB>)

} // namespace tpusim
