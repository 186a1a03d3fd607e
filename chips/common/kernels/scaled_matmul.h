// Matrix products with FP8 operands (multi-core form), in three steps as the product whose K is split over the cores.
#pragma once

#include <cmath>
#include <numeric>

#include "quantised.h"
#include "rows.h"
#include "sg_api/scaled_matmul.h"

namespace tpusim
{

template <class Args>
MatmulSizes sizes_of(KernelContext &ctx, const Args &api)
{
    return checked(ctx, "rows, inner, columns", {1, api.rows, api.inner, api.columns, false, true});
}

// This core's share of K of the product of the operands in scratch.
template <class Chip, class Args>
void scaled_multiply(KernelContext &ctx, const Args &api)
{
    const MatmulSizes s = sizes_of(ctx, api);
    float *partials = ctx.scratch<float>(partial_products, ctx.cores() * s.m * s.n);
    multiply(ctx, s, ctx.slice(s.k), ctx.scratch<float>(left_f32, s.m * s.k), ctx.scratch<float>(right_f32, s.k * s.n),
             partials + ctx.core() * s.m * s.n);
}

// --- 16-bit activations, weights in scaled squares ---

template <class Chip>
void mm_w8a16_dq_widen(KernelContext &ctx, const sg_api_mm_w8a16_dq_t &api)
{
    const MatmulSizes s = sizes_of(ctx, api);
    dispatch_16bit<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        TPUSIM_OUT(ctx, api, output_global_addr, T, s.m * s.n); // before scratch of its size
        widen_share(ctx, TPUSIM_IN(ctx, api, input_global_addr, T, s.m * s.k), s.m * s.k, left_f32);
        const BlockScaledWeight weight{api.weight_global_addr,
                                       api.scale_global_addr,
                                       "weight_global_addr",
                                       "scale_global_addr",
                                       api.block_size,
                                       api.weight_dtype,
                                       s.n,
                                       s.k,
                                       false};
        dequantise_share<Chip, T>(ctx, weight, ctx.scratch<float>(right_f32, s.k * s.n));
    });
}

template <class Chip>
void mm_w8a16_dq_reduce(KernelContext &ctx, const sg_api_mm_w8a16_dq_t &api)
{
    const MatmulSizes s = sizes_of(ctx, api);
    const float *partials = ctx.scratch<float>(partial_products, ctx.cores() * s.m * s.n);
    dispatch_16bit<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *none = nullptr;
        finish_rows<Chip>(ctx.slice(s.m), s.n, partials, parts_of_k(ctx, s.k), s.m * s.n, none,
                          TPUSIM_OUT(ctx, api, output_global_addr, T, s.m * s.n));
    });
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_mm_w8a16_dq_multi_core", sg_api_mm_w8a16_dq_t, all_cores, mm_w8a16_dq_widen<FirmwareChip>,
                 scaled_multiply<FirmwareChip, sg_api_mm_w8a16_dq_t>, mm_w8a16_dq_reduce<FirmwareChip>)

// --- both operands FP8, one scale each ---

enum ScaledScratch
{
    core_maxima = product_f32 + 1,
};

template <class Chip>
void matmul_fp8_widen(KernelContext &ctx, const sg_api_matmul_fp8_t &api)
{
    const MatmulSizes s = sizes_of(ctx, api);
    dispatch_float<Chip>(ctx, api.output_dtype, "output_dtype", [&](auto tag) {
        TPUSIM_OUT(ctx, api, output_global_addr, typename decltype(tag)::type, s.m * s.n); // before scratch of its size
    });
    dispatch_fp8<Chip>(ctx, api.left_dtype, "left_dtype", [&](auto tag) {
        widen_share(ctx, TPUSIM_IN(ctx, api, left_global_addr, typename decltype(tag)::type, s.m * s.k), s.m * s.k, left_f32);
    });
    dispatch_fp8<Chip>(ctx, api.right_dtype, "right_dtype", [&](auto tag) {
        widen_share(ctx, TPUSIM_IN(ctx, api, right_global_addr, typename decltype(tag)::type, s.k * s.n), s.k * s.n, right_f32);
    });
}

// The larger size of two numbers, NaN if one is.
inline float larger_size(float largest, float x) { return largest != largest || std::abs(x) <= largest ? largest : std::abs(x); }

template <class Chip>
void matmul_fp8_reduce(KernelContext &ctx, const sg_api_matmul_fp8_t &api)
{
    const MatmulSizes s = sizes_of(ctx, api);
    const float *partials = ctx.scratch<float>(partial_products, ctx.cores() * s.m * s.n);
    const auto number = [](const float *scale) { return scale == nullptr ? 1.0f : *scale; };
    const float scale = number(TPUSIM_IN_OPTIONAL(ctx, api, scale_left_global_addr, float, 1)) *
                        number(TPUSIM_IN_OPTIONAL(ctx, api, scale_right_global_addr, float, 1));
    const float result = number(TPUSIM_IN_OPTIONAL(ctx, api, scale_result_global_addr, float, 1));
    Eigen::ArrayXf bias = Eigen::ArrayXf::Zero(s.n);
    if (api.bias_global_addr != 0)
    {
        dispatch_float<Chip>(ctx, api.bias_dtype, "bias_dtype", [&](auto tag) {
            bias = load_vector(TPUSIM_IN(ctx, api, bias_global_addr, typename decltype(tag)::type, s.n), s.n, 0.0f);
        });
    }
    float &largest = ctx.scratch<float>(core_maxima, ctx.cores())[ctx.core()];
    largest = 0.0f;
    dispatch_float<Chip>(ctx, api.output_dtype, "output_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, s.m * s.n);
        const Slice rows = ctx.slice(s.n == 0 ? 0 : s.m);
        const float *none = nullptr;
        Eigen::ArrayXf row(s.n);
        for (std::int64_t i = rows.begin; i < rows.end; ++i)
        {
            finish_rows<Chip>(Slice{0, 1}, s.n, partials + i * s.n, parts_of_k(ctx, s.k), s.m * s.n, none, row.data());
            row = row * scale + bias;
            largest = std::accumulate(row.begin(), row.end(), largest, larger_size);
            store<Chip>(row * result, output + i * s.n);
        }
    });
}

template <class Chip>
void matmul_fp8_largest(KernelContext &ctx, const sg_api_matmul_fp8_t &api)
{
    if (ctx.core() == 0 && api.output_max_global_addr != 0)
    {
        const float *maxima = ctx.scratch<float>(core_maxima, ctx.cores());
        *TPUSIM_OUT(ctx, api, output_max_global_addr, float, 1) = std::accumulate(maxima, maxima + ctx.cores(), 0.0f, larger_size);
    }
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_matmul_fp8_multi_core", sg_api_matmul_fp8_t, all_cores, matmul_fp8_widen<FirmwareChip>,
                 scaled_multiply<FirmwareChip, sg_api_matmul_fp8_t>, matmul_fp8_reduce<FirmwareChip>, matmul_fp8_largest<FirmwareChip>)

} // namespace tpusim
