// Fused layernorm and matrix product (multi-core form), with and without an addition before them.
#pragma once

#include "matmul_steps.h"
#include "rows.h"
#include "sg_api/norm_matmul.h"

namespace tpusim
{

template <class Args>
MatmulSizes norm_matmul_sizes(KernelContext &ctx, const Args &api)
{
    const Shape input = read_shape(ctx, &api.in_shape, api.in_dims, "in_shape");
    const Shape weight = read_shape(ctx, &api.w_shape, api.w_dims, "w_shape");
    if (input.dim < 1 || weight.dim != 2)
    {
        ctx.fault("w_dims", "input of " + std::to_string(input.dim) + " and weight of " + std::to_string(weight.dim) + " dimensions");
    }
    if (input[input.dim - 1] != weight[0])
    {
        ctx.fault("w_shape",
                  "K is " + std::to_string(input[input.dim - 1]) + " in the input and " + std::to_string(weight[0]) + " in the weight");
    }
    return checked(ctx, "w_shape", {1, input.count(0, input.dim - 1), weight[0], weight[1], false, false});
}

// One row of what is normalised.
template <class Chip, class T>
void load_input_row(KernelContext &ctx, const sg_api_ln_mm_multi_core_t &api, const MatmulSizes &s, std::int64_t row,
                    Eigen::ArrayXf &values)
{
    load(TPUSIM_IN(ctx, api, input_addr, T, s.m * s.k) + row * s.k, 1, s.k, values.data());
}

// The sum is rounded when it is written to out_add, and normalised as written.
template <class Chip, class T>
void load_input_row(KernelContext &ctx, const sg_api_add_ln_mm_multi_core_t &api, const MatmulSizes &s, std::int64_t row,
                    Eigen::ArrayXf &values)
{
    Eigen::ArrayXf other(s.k);
    load(TPUSIM_IN(ctx, api, input0_addr, T, s.m * s.k) + row * s.k, 1, s.k, values.data());
    load(TPUSIM_IN(ctx, api, input1_addr, T, s.m * s.k) + row * s.k, 1, s.k, other.data());
    T *sum = TPUSIM_OUT(ctx, api, out_add_addr, T, s.m * s.k) + row * s.k;
    store<Chip>(values + other, sum);
    load(sum, 1, s.k, values.data());
}

template <class Chip, class Args>
void norm_matmul_normalise(KernelContext &ctx, const Args &api)
{
    const MatmulSizes s = norm_matmul_sizes(ctx, api);
    dispatch_float<Chip>(ctx, api.in_dtype, "in_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const auto gamma = load_vector<T>(TPUSIM_IN_OPTIONAL(ctx, api, gamma_addr, T, s.k), s.k, 1.0f);
        const auto beta = load_vector<T>(TPUSIM_IN_OPTIONAL(ctx, api, beta_addr, T, s.k), s.k, 0.0f);
        TPUSIM_OUT(ctx, api, output_addr, T, s.m * s.n); // before scratch of its size
        T *mean = TPUSIM_OUT_OPTIONAL(ctx, api, mean_addr, T, s.m);
        T *rstd = TPUSIM_OUT_OPTIONAL(ctx, api, rstd_addr, T, s.m);
        float *normal = ctx.scratch<float>(left_f32, s.m * s.k);
        const Slice part = ctx.slice(s.k == 0 && mean == nullptr && rstd == nullptr ? 0 : s.m);
        Eigen::ArrayXf values(s.k);
        Eigen::Array<T, Eigen::Dynamic, 1> rounded(s.k);
        for (std::int64_t row = part.begin; row < part.end; ++row)
        {
            load_input_row<Chip, T>(ctx, api, s, row, values);
            const Moments moments = normalise(values, api.eps);
            store<Chip>(values * gamma + beta, rounded.data());
            load(rounded.data(), 1, s.k, normal + row * s.k);
            if (mean != nullptr)
            {
                mean[row] = from_float<Chip, T>(moments.mean);
            }
            if (rstd != nullptr)
            {
                rstd[row] = from_float<Chip, T>(moments.rstd);
            }
        }
        widen_share(ctx, TPUSIM_IN(ctx, api, weight_addr, T, s.k * s.n), s.k * s.n, right_f32);
    });
}

template <class Chip, class Args>
void norm_matmul_multiply(KernelContext &ctx, const Args &api)
{
    const MatmulSizes s = norm_matmul_sizes(ctx, api);
    const bool is_f32 = static_cast<DType>(api.in_dtype) == DType::f32;
    const float *normal = ctx.scratch<float>(left_f32, s.m * s.k);
    const float *weight = is_f32 ? TPUSIM_IN(ctx, api, weight_addr, float, s.k *s.n) : ctx.scratch<float>(right_f32, s.k * s.n);
    float *partials = ctx.scratch<float>(partial_products, ctx.cores() * s.m * s.n);
    multiply(ctx, s, ctx.slice(s.k), normal, weight, partials + ctx.core() * s.m * s.n);
}

template <class Chip, class Args>
void norm_matmul_reduce(KernelContext &ctx, const Args &api)
{
    const MatmulSizes s = norm_matmul_sizes(ctx, api);
    const float *partials = ctx.scratch<float>(partial_products, ctx.cores() * s.m * s.n);
    dispatch_float<Chip>(ctx, api.in_dtype, "in_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *bias = api.has_bias == 0 ? nullptr : TPUSIM_IN(ctx, api, bias_addr, T, s.n);
        T *output = TPUSIM_OUT(ctx, api, output_addr, T, s.m * s.n);
        finish_rows<Chip>(ctx.slice(s.m), s.n, partials, parts_of_k(ctx, s.k), s.m * s.n, bias, output);
    });
}

TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_ln_mm_multi_core", sg_api_ln_mm_multi_core_t, all_cores,
                 norm_matmul_normalise<FirmwareChip, sg_api_ln_mm_multi_core_t>,
                 norm_matmul_multiply<FirmwareChip, sg_api_ln_mm_multi_core_t>, norm_matmul_reduce<FirmwareChip, sg_api_ln_mm_multi_core_t>)
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_add_ln_mm_multi_core", sg_api_add_ln_mm_multi_core_t, all_cores,
                 norm_matmul_normalise<FirmwareChip, sg_api_add_ln_mm_multi_core_t>,
                 norm_matmul_multiply<FirmwareChip, sg_api_add_ln_mm_multi_core_t>,
                 norm_matmul_reduce<FirmwareChip, sg_api_add_ln_mm_multi_core_t>)

} // namespace tpusim
