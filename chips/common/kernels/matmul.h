// Matrix multiplication: the single-core form's batched kernel, and the multi-core form's with transposed operands and K split over the cores.
#pragma once

#include "elementwise.h"
#include "matmul_steps.h"
#include "sg_api/matmul.h"

namespace tpusim
{

// --- single-core form ---

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
TPUSIM_KERNEL_ON(single_core, batch_matmul, sg_api_batch_matmul_t)

template <class Chip>
void baddbmm_kernel(KernelContext &ctx, const sg_api_baddbmm_t &api)
{
    const Shape left = read_shape(ctx, &api.batch1_shape, api.batch1_dim, "batch1_shape");
    const Shape right = read_shape(ctx, &api.batch2_shape, api.batch2_dim, "batch2_shape");
    if (left.dim != 3 || right.dim != 3 || left[0] != right[0] || left[2] != right[1])
    {
        ctx.fault("batch2_shape", "must be three sizes, the first that of batch1, the second the last of batch1");
    }
    if (api.is_left_transpose != 0)
    {
        ctx.fault("is_left_transpose", "this chip multiplies no transposed left operand; copy it into a contiguous buffer first");
    }
    const MatmulSizes s = checked(ctx, "batch2_shape", {left[0], left[1], left[2], right[2], false, api.is_right_transpose != 0});
    const Shape product_shape{3, {s.batch, s.m, s.n}};
    const Shape own = read_shape(ctx, &api.input_shape, api.input_dim, "input_shape");
    if (own.dim > 3)
    {
        ctx.fault("input_dim", "is " + std::to_string(own.dim) + " for a product of 3 dimensions");
    }
    const Shape input_shape = own.padded(3);
    const Shape input_strides = broadcast_strides(ctx, input_shape, product_shape, "input_shape");
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const std::int64_t count = s.batch * s.m * s.n;
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, count);
        const T *input = nullptr;
        if (api.beta != 0.0f)
        {
            input = TPUSIM_IN(ctx, api, input_global_addr, T, input_shape.count());
            TPUSIM_OUT(ctx, api, buffer_global_addr, T, input_shape.count()); // the hardware's beta * input
        }
        const float *x =
            widened_operand(ctx, TPUSIM_IN(ctx, api, batch1_global_addr, T, s.batch * s.m * s.k), s.batch * s.m * s.k, left_f32);
        const float *y =
            widened_operand(ctx, TPUSIM_IN(ctx, api, batch2_global_addr, T, s.batch * s.k * s.n), s.batch * s.k * s.n, right_f32);
        float *product = ctx.scratch<float>(product_f32, count);
        multiply(ctx, s, {0, s.k}, x, y, product);
        if (input == nullptr)
        {
            const auto scale = [alpha = api.alpha](float value) { return alpha * value; };
            return transform_share<Chip, float>(ctx, count, scale, output, product);
        }
        const auto add = [alpha = api.alpha, beta = api.beta](float value, float added) { return beta * added + alpha * value; };
        transform_broadcast<Chip, float>(ctx, product_shape, {product_shape.contiguous_strides(), input_strides}, add, output,
                                         static_cast<const float *>(product), input);
    });
}
TPUSIM_KERNEL_ON(single_core, baddbmm, sg_api_baddbmm_t)

// --- multi-core form: widen, multiply this core's share of K, add the shares in core order ---

inline MatmulSizes matmul_sizes(KernelContext &ctx, const sg_api_matmul_multi_core_t &api)
{
    Shape left = read_shape(ctx, &api.L_shape, api.L_dims, "L_shape");
    Shape right = read_shape(ctx, &api.R_shape, api.R_dims, "R_shape");
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
    if (api.L_trans != 0)
    {
        std::swap(left.size[row], left.size[column]);
    }
    if (api.R_trans != 0)
    {
        std::swap(right.size[row], right.size[column]);
    }
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
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_matmul_multi_core", sg_api_matmul_multi_core_t, all_cores, matmul_widen<FirmwareChip>,
                 matmul_multiply<FirmwareChip>, matmul_reduce<FirmwareChip>)

} // namespace tpusim
