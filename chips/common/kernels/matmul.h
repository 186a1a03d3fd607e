// Matrix multiplication: bm_a's batched kernel, and sg_b's with transposed operands and K split over the cores.
#pragma once

#include "matmul_steps.h"
#include "sg_api/matmul.h"

namespace tpusim
{

// --- bm_a ---

inline MatmulSizes matmul_sizes(KernelContext &ctx, const sg_api_batch_matmul_t &api)
{
    if (api.is_left_transposed != 0)
    {
        ctx.fault("is_left_transposed", "this chip multiplies no transposed left operand; copy it into a contiguous buffer first");
    }
    for (const int size : {api.batch, api.left_row, api.left_column, api.right_column})
    {
        if (size < 0)
        {
            ctx.fault("batch, left_row, left_column, right_column", "a size is negative: " + std::to_string(size));
        }
    }
    return checked(ctx, "batch, left_row, left_column, right_column",
                   {api.batch, api.left_row, api.left_column, api.right_column, false, api.is_right_transposed != 0});
}

template <class Chip>
void batch_matmul_kernel(KernelContext &ctx, const sg_api_batch_matmul_t &api)
{
    const MatmulSizes s = matmul_sizes(ctx, api);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *left = TPUSIM_IN(ctx, api, left_global_addr, T, s.batch * s.m * s.k);
        const T *right = TPUSIM_IN(ctx, api, right_global_addr, T, s.batch * s.k * s.n);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, s.batch * s.m * s.n);
        const T *bias = api.bias_global_addr == 0 ? nullptr : TPUSIM_IN(ctx, api, bias_global_addr, T, s.n);
        float *product = nullptr;
        if constexpr (std::is_same_v<T, float>)
        {
            product = output;
            multiply(ctx, s, {0, s.k}, left, right, product);
        }
        else
        {
            widen_share(ctx, left, s.batch * s.m * s.k, left_f32);
            widen_share(ctx, right, s.batch * s.k * s.n, right_f32);
            product = ctx.scratch<float>(product_f32, s.batch * s.m * s.n);
            multiply(ctx, s, {0, s.k}, ctx.scratch<float>(left_f32, 0), ctx.scratch<float>(right_f32, 0), product);
        }
        finish_rows<Chip>({0, s.batch * s.m}, s.n, product, 1, 0, bias, output);
    });
}
TPUSIM_KERNEL_ON(BmA, batch_matmul, sg_api_batch_matmul_t)

// --- sg_b: widen, multiply this core's share of K, add the shares in core order ---

inline MatmulSizes matmul_sizes(KernelContext &ctx, const sg_api_matmul_multi_core_t &api)
{
    const Shape left = read_shape(ctx, &api.L_shape, api.L_dims, "L_shape");
    const Shape right = read_shape(ctx, &api.R_shape, api.R_dims, "R_shape");
    if (left.dim < 2 || right.dim != left.dim)
    {
        ctx.fault("R_dims",
                  "operands of " + std::to_string(left.dim) + " and " + std::to_string(right.dim) + " dimensions do not multiply");
    }
    for (int axis = 0; axis + 2 < left.dim; ++axis)
    {
        if (left[axis] != right[axis])
        {
            ctx.fault("R_shape", "batch sizes differ in dimension " + std::to_string(axis));
        }
    }
    if (api.slyt_num != 0)
    {
        ctx.fault("slyt_num", "is " + std::to_string(api.slyt_num) + "; operands that lie in slices are not simulated, which needs 0");
    }
    const int row = left.dim - 2;
    const int column = left.dim - 1;
    if (left[column] != right[row])
    {
        ctx.fault("R_shape", "K is " + std::to_string(left[column]) + " on the left and " + std::to_string(right[row]) + " on the right");
    }
    return checked(ctx, "R_shape", {left.count(0, row), left[row], left[column], right[column], api.L_trans != 0, api.R_trans != 0});
}

template <class Chip>
void matmul_widen(KernelContext &ctx, const sg_api_matmul_multi_core_t &api)
{
    const MatmulSizes s = matmul_sizes(ctx, api);
    dispatch_float<Chip>(ctx, api.out_dtype, "out_dtype", [&](auto tag) {
        TPUSIM_OUT(ctx, api, output_global_addr, typename decltype(tag)::type, s.batch * s.m * s.n); // before scratch of its size
    });
    dispatch_float<Chip>(ctx, api.in_dtype, "in_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        widen_share(ctx, TPUSIM_IN(ctx, api, left_global_addr, T, s.batch * s.m * s.k), s.batch * s.m * s.k, left_f32);
        widen_share(ctx, TPUSIM_IN(ctx, api, right_global_addr, T, s.batch * s.k * s.n), s.batch * s.k * s.n, right_f32);
    });
}

template <class Chip>
void matmul_multiply(KernelContext &ctx, const sg_api_matmul_multi_core_t &api)
{
    const MatmulSizes s = matmul_sizes(ctx, api);
    const bool is_f32 = static_cast<DType>(api.in_dtype) == DType::f32;
    const std::int64_t left_count = s.batch * s.m * s.k;
    const std::int64_t right_count = s.batch * s.k * s.n;
    const float *left = is_f32 ? TPUSIM_IN(ctx, api, left_global_addr, float, left_count) : ctx.scratch<float>(left_f32, left_count);
    const float *right = is_f32 ? TPUSIM_IN(ctx, api, right_global_addr, float, right_count) : ctx.scratch<float>(right_f32, right_count);
    const std::int64_t product = s.batch * s.m * s.n;
    float *partials = ctx.scratch<float>(partial_products, ctx.cores() * product);
    multiply(ctx, s, ctx.slice(s.k), left, right, partials + ctx.core() * product);
}

template <class Chip>
void matmul_reduce(KernelContext &ctx, const sg_api_matmul_multi_core_t &api)
{
    const MatmulSizes s = matmul_sizes(ctx, api);
    const std::int64_t product = s.batch * s.m * s.n;
    const float *partials = ctx.scratch<float>(partial_products, ctx.cores() * product);
    const int parts = parts_of_k(ctx, s.k);
    dispatch_float<Chip>(ctx, api.out_dtype, "out_dtype", [&](auto out_tag) {
        using Out = typename decltype(out_tag)::type;
        Out *output = TPUSIM_OUT(ctx, api, output_global_addr, Out, product);
        dispatch_float<Chip>(ctx, api.in_dtype, "in_dtype", [&](auto in_tag) {
            using In = typename decltype(in_tag)::type;
            const In *bias = api.bias_global_addr == 0 ? nullptr : TPUSIM_IN(ctx, api, bias_global_addr, In, s.n);
            finish_rows<Chip>(ctx.slice(s.batch * s.m), s.n, partials, parts, product, bias, output);
        });
    });
}
TPUSIM_KERNEL_AS(SgB, "tpu_kernel_api_matmul_multi_core", sg_api_matmul_multi_core_t, all_cores, matmul_widen<SgB>, matmul_multiply<SgB>,
                 matmul_reduce<SgB>)

} // namespace tpusim
