// Normalisations: layernorm and rmsnorm with their gradients, the euclidean norm of a tensor.
#pragma once

#include "elementwise.h"
#include "rows.h"
#include "sg_api/norm.h"

namespace tpusim
{

template <class Chip>
void layernorm_kernel(KernelContext &ctx, const sg_api_layernorm_t &api)
{
    const Rows rows = read_rows(ctx, &api.shape, api.dim, api.axis);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, rows.elements());
        const auto weight = load_vector<T>(TPUSIM_IN_OPTIONAL(ctx, api, weight_global_addr, T, rows.size), rows.size, 1.0f);
        const auto bias = load_vector<T>(TPUSIM_IN_OPTIONAL(ctx, api, bias_global_addr, T, rows.size), rows.size, 0.0f);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, rows.elements());
        T *mean = TPUSIM_OUT_OPTIONAL(ctx, api, mean_global_addr, T, rows.count);
        T *rstd = TPUSIM_OUT_OPTIONAL(ctx, api, rstd_global_addr, T, rows.count);
        const Slice part = ctx.slice(rows.size == 0 && mean == nullptr && rstd == nullptr ? 0 : rows.count);
        Eigen::ArrayXf row(rows.size);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            load(input + i * rows.size, 1, rows.size, row.data());
            const Moments moments = normalise(row, api.eps);
            store<Chip>(row * weight + bias, output + i * rows.size);
            if (mean != nullptr)
            {
                mean[i] = from_float<Chip, T>(moments.mean);
            }
            if (rstd != nullptr)
            {
                rstd[i] = from_float<Chip, T>(moments.rstd);
            }
        }
        ctx.count_flops(8.0 * static_cast<double>(part.size() * rows.size));
    });
}
TPUSIM_KERNEL(layernorm, sg_api_layernorm_t)

// --- gradient: rows are shared out; what the rows add up to is kept for each core and added in core order ---

enum NormScratch
{
    weight_sums, // [cores, size]
    bias_sums,
};

// This core's row of zeros in a scratch slot.
inline ArrayView<float> own_sums(KernelContext &ctx, int slot, std::int64_t size)
{
    ArrayView<float> sums(ctx.scratch<float>(slot, ctx.cores() * size) + ctx.core() * size, size);
    sums.setZero();
    return sums;
}

template <class Chip>
void layernorm_backward_rows(KernelContext &ctx, const sg_api_layernorm_backward_t &api)
{
    const Rows rows = read_rows(ctx, &api.shape, api.dim, api.axis);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *grad_output = TPUSIM_IN(ctx, api, grad_output_global_addr, T, rows.elements());
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, rows.elements());
        const T *mean = TPUSIM_IN(ctx, api, mean_global_addr, T, rows.count);
        const T *rstd = TPUSIM_IN(ctx, api, rstd_global_addr, T, rows.count);
        const auto weight = load_vector<T>(TPUSIM_IN_OPTIONAL(ctx, api, weight_global_addr, T, rows.size), rows.size, 1.0f);
        // The single-core form does not look at the flag.
        const bool asked = !Chip::multi_core || api.requires_grad_input != 0;
        T *grad_input = asked ? TPUSIM_OUT_OPTIONAL(ctx, api, grad_input_global_addr, T, rows.elements()) : nullptr;
        auto weight_sum = own_sums(ctx, weight_sums, rows.size);
        auto bias_sum = own_sums(ctx, bias_sums, rows.size);
        const Slice part = ctx.slice(rows.count);
        Eigen::ArrayXf gradient(rows.size);
        Eigen::ArrayXf normal(rows.size);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            load(grad_output + i * rows.size, 1, rows.size, gradient.data());
            load(input + i * rows.size, 1, rows.size, normal.data());
            const float scale = to_float(rstd[i]);
            normal = (normal - to_float(mean[i])) * scale;
            weight_sum += gradient * normal;
            bias_sum += gradient;
            if (grad_input != nullptr)
            {
                gradient *= weight;
                store<Chip>(normal_gradient(gradient, normal, scale), grad_input + i * rows.size);
            }
        }
        ctx.count_flops(12.0 * static_cast<double>(part.size() * rows.size));
    });
}

// This core's share of the sum of all cores' rows in a scratch slot.
template <class Chip, class T>
void add_cores(KernelContext &ctx, int slot, std::int64_t size, T *dst)
{
    if (dst == nullptr)
    {
        return;
    }
    using Sums = Eigen::Map<const Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic>>;
    const Sums sums(ctx.scratch<float>(slot, ctx.cores() * size), size, ctx.cores());
    const Slice part = ctx.slice(size);
    Eigen::ArrayXf total = sums.col(0).segment(part.begin, part.size());
    for (int core = 1; core < ctx.cores(); ++core)
    {
        total += sums.col(core).segment(part.begin, part.size());
    }
    store<Chip>(total, dst + part.begin);
}

template <class Chip, class Args>
void norm_backward_sums(KernelContext &ctx, const Args &api)
{
    const Rows rows = read_rows(ctx, &api.shape, api.dim, api.axis);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        add_cores<Chip>(ctx, weight_sums, rows.size, TPUSIM_OUT_OPTIONAL(ctx, api, grad_weight_global_addr, T, rows.size));
        add_cores<Chip>(ctx, bias_sums, rows.size, TPUSIM_OUT_OPTIONAL(ctx, api, grad_bias_global_addr, T, rows.size));
    });
}
TPUSIM_KERNEL_PHASES(layernorm_backward, sg_api_layernorm_backward_t, layernorm_backward_rows<FirmwareChip>,
                     norm_backward_sums<FirmwareChip, sg_api_layernorm_backward_t>)

// --- rmsnorm ---

template <class Chip>
void rmsnorm_kernel(KernelContext &ctx, const sg_api_rmsnorm_multi_core_t &api)
{
    const Rows rows = read_rows(ctx, &api.shape, api.dims, api.axis);
    if (api.partial != 0.0f && api.partial != 1.0f)
    {
        ctx.fault("partial", "is " + std::to_string(api.partial) + "; the kernel takes the mean over whole rows, 0 or 1");
    }
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_addr, T, rows.elements());
        const T *factors = api.with_weight == 0 ? nullptr : TPUSIM_IN(ctx, api, weight_addr, T, rows.size);
        const T *offsets = api.with_bias == 0 ? nullptr : TPUSIM_IN(ctx, api, bias_addr, T, rows.size);
        const auto weight = load_vector<T>(factors, rows.size, 1.0f);
        const auto bias = load_vector<T>(offsets, rows.size, 0.0f);
        T *output = TPUSIM_OUT(ctx, api, output_addr, T, rows.elements());
        const Slice part = ctx.slice(rows.size == 0 ? 0 : rows.count);
        Eigen::ArrayXf row(rows.size);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            load(input + i * rows.size, 1, rows.size, row.data());
            const float scale = 1.0f / std::sqrt(sum_of_products(row, row) / static_cast<float>(rows.size) + api.eps);
            store<Chip>(row * scale * weight + bias, output + i * rows.size);
        }
        ctx.count_flops(5.0 * static_cast<double>(part.size() * rows.size));
    });
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_rmsnorm_multi_core", sg_api_rmsnorm_multi_core_t, all_cores, rmsnorm_kernel<FirmwareChip>)

template <class Chip>
void rmsnorm_backward_rows(KernelContext &ctx, const sg_api_rmsnorm_backward_t &api)
{
    const Rows rows = read_rows(ctx, &api.shape, api.dim, api.axis);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *grad_output = TPUSIM_IN(ctx, api, grad_output_global_addr, T, rows.elements());
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, rows.elements());
        const auto weight = load_vector<T>(TPUSIM_IN_OPTIONAL(ctx, api, weight_global_addr, T, rows.size), rows.size, 1.0f);
        T *grad_input = TPUSIM_OUT_OPTIONAL(ctx, api, grad_input_global_addr, T, rows.elements());
        auto weight_sum = own_sums(ctx, weight_sums, rows.size);
        auto bias_sum = own_sums(ctx, bias_sums, rows.size);
        const Slice part = ctx.slice(rows.size == 0 ? 0 : rows.count);
        const auto size = static_cast<float>(rows.size);
        Eigen::ArrayXf gradient(rows.size);
        Eigen::ArrayXf normal(rows.size);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            load(grad_output + i * rows.size, 1, rows.size, gradient.data());
            load(input + i * rows.size, 1, rows.size, normal.data());
            const float scale = 1.0f / std::sqrt(sum_of_products(normal, normal) / size + api.eps);
            normal *= scale;
            weight_sum += gradient * normal;
            bias_sum += gradient;
            if (grad_input != nullptr)
            {
                gradient *= weight;
                store<Chip>(scale * (gradient - normal * (sum_of_products(gradient, normal) / size)), grad_input + i * rows.size);
            }
        }
        ctx.count_flops(12.0 * static_cast<double>(part.size() * rows.size));
    });
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_rmsnorm_backward_multi_core", sg_api_rmsnorm_backward_t, all_cores,
                 rmsnorm_backward_rows<FirmwareChip>, norm_backward_sums<FirmwareChip, sg_api_rmsnorm_backward_t>)

// --- norm2 ---

// Sum of squares of this core's share.
template <class T>
float sum_of_squares(KernelContext &ctx, const T *input, std::int64_t count)
{
    const Slice part = ctx.slice(count);
    ctx.count_flops(2.0 * static_cast<double>(part.size()));
    return sum_in_chunks(part.size(), [](float x) { return x * x; }, Operand<T>{input + part.begin});
}

template <class Chip>
void norm2_kernel(KernelContext &ctx, const sg_api_norm2_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const float sum = sum_of_squares(ctx, TPUSIM_IN(ctx, api, input_global_addr, T, count), count);
        *TPUSIM_OUT(ctx, api, output_global_addr, T, 1) = from_float<Chip, T>(std::sqrt(sum));
    });
}
TPUSIM_KERNEL_ON(single_core, norm2, sg_api_norm2_t)

template <class Chip>
void norm2_partial(KernelContext &ctx, const sg_api_norm2_multi_core_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    float *sums = TPUSIM_OUT(ctx, api, buffer_global_addr, float, ctx.cores());
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        sums[ctx.core()] = sum_of_squares(ctx, TPUSIM_IN(ctx, api, input_global_addr, T, count), count);
    });
}

template <class Chip>
void norm2_combine(KernelContext &ctx, const sg_api_norm2_multi_core_t &api)
{
    if (ctx.core() != 0)
    {
        return;
    }
    const float *sums = TPUSIM_IN(ctx, api, buffer_global_addr, float, ctx.cores());
    float total = 0.0f;
    for (int core = 0; core < ctx.cores(); ++core)
    {
        total += sums[core];
    }
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        *TPUSIM_OUT(ctx, api, output_global_addr, T, 1) = from_float<Chip, T>(std::sqrt(total));
    });
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_norm2_multi_core", sg_api_norm2_multi_core_t, all_cores, norm2_partial<FirmwareChip>,
                 norm2_combine<FirmwareChip>)

} // namespace tpusim
