// Perceptrons of two layers in one kernel (multi-core form): matrix products whose K is split over the cores, and what lies between, in f32.
#pragma once

#include <functional>
#include <vector>

#include "../functions.h"
#include "quantised.h"
#include "sg_api/mlp.h"

namespace tpusim
{

enum MlpScratch
{
    mlp_input,
    mlp_weights,
    mlp_gate_weights,
    mlp_last_weight,
    mlp_partials, // one [m, n] for each core
    mlp_gate_partials,
    mlp_hidden,
    mlp_last_partials,
};

// This core's share of an operand in f32.
template <class T>
void copy_share(KernelContext &ctx, const T *src, std::int64_t count, int slot)
{
    const Slice part = ctx.slice(count);
    load(src + part.begin, 1, part.size(), ctx.scratch<float>(slot, count) + part.begin);
}

// This core's share of K of the product of two matrices in scratch.
inline void multiply_share(KernelContext &ctx, const MatmulSizes &s, int left, int right, int partials)
{
    multiply(ctx, s, ctx.slice(s.k), ctx.scratch<float>(left, s.m * s.k), ctx.scratch<float>(right, s.k * s.n),
             ctx.scratch<float>(partials, ctx.cores() * s.m * s.n) + ctx.core() * s.m * s.n);
}

// This core's rows of a product: the sum of all cores' shares, and a bias.
template <class Chip, class Bias, class Out>
void finish_share(KernelContext &ctx, const MatmulSizes &s, int partials, const Bias *bias, Out *output)
{
    const float *product = ctx.scratch<float>(partials, ctx.cores() * s.m * s.n);
    finish_rows<Chip>(ctx.slice(s.m), s.n, product, parts_of_k(ctx, s.k), s.m * s.n, bias, output);
}

// --- gelu between two layers ---

struct MlpSizes
{
    MatmulSizes first, last;
};

inline MlpSizes mlp_sizes(KernelContext &ctx, const sg_api_mlp_multi_core_t &api)
{
    const Shape input = read_shape(ctx, &api.in_shape, api.in_dims, "in_shape");
    const Shape first = read_shape(ctx, &api.w0_shape, api.w0_dims, "w0_shape");
    const Shape last = read_shape(ctx, &api.w1_shape, api.w1_dims, "w1_shape");
    if (input.dim < 1 || first.dim != 2 || last.dim != 2 || input[input.dim - 1] != first[0] || first[1] != last[0])
    {
        ctx.fault("w0_shape, w1_shape", "do not multiply with the input and each other");
    }
    if (api.has_bias < 0 || api.has_bias > 3)
    {
        ctx.fault("has_bias", "is " + std::to_string(api.has_bias) + "; the kernel takes 0 to 3");
    }
    if (api.use_fast != 0)
    {
        ctx.fault("use_fast", "is " + std::to_string(api.use_fast) + "; the kernel has the exact gelu alone");
    }
    const std::int64_t rows = input.count(0, input.dim - 1);
    return {checked(ctx, "w0_shape", {1, rows, first[0], first[1], false, false}),
            checked(ctx, "w1_shape", {1, rows, last[0], last[1], false, false})};
}

template <class Chip>
void mlp_widen(KernelContext &ctx, const sg_api_mlp_multi_core_t &api)
{
    const MlpSizes s = mlp_sizes(ctx, api);
    dispatch_float<Chip>(ctx, api.out_dtype, "out_dtype", [&](auto tag) {
        TPUSIM_OUT(ctx, api, output_addr, typename decltype(tag)::type, s.last.m * s.last.n); // before scratch of its size
    });
    dispatch_float<Chip>(ctx, api.in_dtype, "in_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const std::int64_t inputs = s.first.m * s.first.k;
        copy_share(ctx, TPUSIM_IN(ctx, api, input_addr, T, inputs), inputs, mlp_input);
        const std::int64_t first = s.first.k * s.first.n;
        copy_share(ctx, TPUSIM_IN(ctx, api, weight0_addr, T, first), first, mlp_weights);
        const std::int64_t last = s.last.k * s.last.n;
        copy_share(ctx, TPUSIM_IN(ctx, api, weight1_addr, T, last), last, mlp_last_weight);
    });
}

template <class Chip>
void mlp_first_product(KernelContext &ctx, const sg_api_mlp_multi_core_t &api)
{
    multiply_share(ctx, mlp_sizes(ctx, api).first, mlp_input, mlp_weights, mlp_partials);
}

template <class Chip>
void mlp_activate(KernelContext &ctx, const sg_api_mlp_multi_core_t &api)
{
    const MatmulSizes s = mlp_sizes(ctx, api).first;
    float *hidden = ctx.scratch<float>(mlp_hidden, s.m * s.n);
    dispatch_float<Chip>(ctx, api.in_dtype, "in_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *bias = (api.has_bias & 1) == 0 ? nullptr : TPUSIM_IN(ctx, api, bias0_addr, T, s.n);
        finish_share<Chip>(ctx, s, mlp_partials, bias, hidden);
    });
    const Slice rows = ctx.slice(s.m);
    std::transform(hidden + rows.begin * s.n, hidden + rows.end * s.n, hidden + rows.begin * s.n, functions::gelu);
}

template <class Chip>
void mlp_last_product(KernelContext &ctx, const sg_api_mlp_multi_core_t &api)
{
    multiply_share(ctx, mlp_sizes(ctx, api).last, mlp_hidden, mlp_last_weight, mlp_last_partials);
}

template <class Chip>
void mlp_finish(KernelContext &ctx, const sg_api_mlp_multi_core_t &api)
{
    const MatmulSizes s = mlp_sizes(ctx, api).last;
    dispatch_float<Chip>(ctx, api.in_dtype, "in_dtype", [&](auto in_tag) {
        using In = typename decltype(in_tag)::type;
        const In *bias = (api.has_bias & 2) == 0 ? nullptr : TPUSIM_IN(ctx, api, bias1_addr, In, s.n);
        dispatch_float<Chip>(ctx, api.out_dtype, "out_dtype", [&](auto out_tag) {
            using Out = typename decltype(out_tag)::type;
            finish_share<Chip>(ctx, s, mlp_last_partials, bias, TPUSIM_OUT(ctx, api, output_addr, Out, s.m * s.n));
        });
    });
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_mlp_multi_core", sg_api_mlp_multi_core_t, all_cores, mlp_widen<FirmwareChip>,
                 mlp_first_product<FirmwareChip>, mlp_activate<FirmwareChip>, mlp_last_product<FirmwareChip>, mlp_finish<FirmwareChip>)

// --- two matrices, one through silu, multiplied element by element, and a last one ---

inline MlpSizes mlp_sizes(KernelContext &ctx, const sg_api_llama_mlp_multi_core_t &api)
{
    ctx.elements("batch", {api.batch});
    ctx.elements("input_w", {api.input_w});
    ctx.elements("middle_w", {api.middle_w});
    const bool transposed = api.quantized != 0;
    if (transposed)
    {
        require_groups(ctx, api.group_size, "group_size", api.weight_bits, api.input_w);
        require_groups(ctx, api.group_size, "group_size", api.weight_bits, api.middle_w);
    }
    return {checked(ctx, "batch, input_w, middle_w", {1, api.batch, api.input_w, api.middle_w, false, transposed}),
            checked(ctx, "batch, input_w, middle_w", {1, api.batch, api.middle_w, api.input_w, false, transposed})};
}

template <class T>
void load_plain_weights(KernelContext &ctx, const sg_api_llama_mlp_multi_core_t &api, std::int64_t count)
{
    copy_share(ctx, TPUSIM_IN(ctx, api, weight0_addr, T, count), count, mlp_weights);
    copy_share(ctx, TPUSIM_IN(ctx, api, weight1_addr, T, count), count, mlp_gate_weights);
    copy_share(ctx, TPUSIM_IN(ctx, api, weight2_addr, T, count), count, mlp_last_weight);
}

template <class T>
void load_quantised_weights(KernelContext &ctx, const sg_api_llama_mlp_multi_core_t &api, const MlpSizes &s)
{
    const auto load_one = [&](const QuantisedWeight &quantised, const MatmulSizes &sizes, int slot) {
        dequantise_share<T>(ctx, quantised, sizes, ctx.scratch<float>(slot, sizes.k * sizes.n));
    };
    const int bits = api.weight_bits;
    const int group = api.group_size;
    load_one({api.weight0_addr, api.scale0_addr, api.zp0_addr, "weight0_addr", "scale0_addr", "zp0_addr", bits, group}, s.first,
             mlp_weights);
    load_one({api.weight1_addr, api.scale1_addr, api.zp1_addr, "weight1_addr", "scale1_addr", "zp1_addr", bits, group}, s.first,
             mlp_gate_weights);
    load_one({api.weight2_addr, api.scale2_addr, api.zp2_addr, "weight2_addr", "scale2_addr", "zp2_addr", bits, group}, s.last,
             mlp_last_weight);
}

template <class Chip, class Body>
void dispatch_llama_mlp(KernelContext &ctx, const sg_api_llama_mlp_multi_core_t &api, Body &&body)
{
    if (api.quantized != 0)
    {
        return dispatch_16bit<Chip>(ctx, api.dtype, "dtype", body);
    }
    dispatch_float<Chip>(ctx, api.dtype, "dtype", body);
}

template <class Chip>
void llama_mlp_widen(KernelContext &ctx, const sg_api_llama_mlp_multi_core_t &api)
{
    const MlpSizes s = mlp_sizes(ctx, api);
    dispatch_llama_mlp<Chip>(ctx, api, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const std::int64_t inputs = s.first.m * s.first.k;
        TPUSIM_OUT(ctx, api, output_addr, T, inputs); // before scratch of its size
        copy_share(ctx, TPUSIM_IN(ctx, api, input_addr, T, inputs), inputs, mlp_input);
        if (api.quantized != 0)
        {
            return load_quantised_weights<T>(ctx, api, s);
        }
        load_plain_weights<T>(ctx, api, s.first.k * s.first.n);
    });
}

// --- the same with FP8 weights in scaled squares ---

inline MlpSizes mlp_sizes(KernelContext &ctx, const sg_api_mlp_w8a16_dq_multi_core_t &api)
{
    return {checked(ctx, "batch, input_w, middle_w", {1, api.batch, api.input_w, api.middle_w, false, true}),
            checked(ctx, "batch, input_w, middle_w", {1, api.batch, api.middle_w, api.input_w, false, api.down_transposed != 0})};
}

template <class Chip, class Body>
void dispatch_llama_mlp(KernelContext &ctx, const sg_api_mlp_w8a16_dq_multi_core_t &api, Body &&body)
{
    dispatch_16bit<Chip>(ctx, api.dtype, "dtype", body);
}

template <class Chip>
void mlp_w8a16_dq_widen(KernelContext &ctx, const sg_api_mlp_w8a16_dq_multi_core_t &api)
{
    const MlpSizes s = mlp_sizes(ctx, api);
    dispatch_16bit<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const std::int64_t inputs = s.first.m * s.first.k;
        TPUSIM_OUT(ctx, api, output_addr, T, inputs); // before scratch of its size
        copy_share(ctx, TPUSIM_IN(ctx, api, input_addr, T, inputs), inputs, mlp_input);
        const std::int64_t rows = s.first.n, columns = s.first.k;
        const auto load_one = [&](BlockScaledWeight weight, int slot) {
            weight.block = api.block_size;
            weight.dtype = api.weight_dtype;
            dequantise_share<Chip, T>(ctx, weight, ctx.scratch<float>(slot, rows * columns));
        };
        const bool turned = api.down_transposed != 0;
        load_one({api.up_weight_addr, api.up_scale_addr, "up_weight_addr", "up_scale_addr", 0, 0, rows, columns, false}, mlp_weights);
        load_one({api.gate_weight_addr, api.gate_scale_addr, "gate_weight_addr", "gate_scale_addr", 0, 0, rows, columns, false},
                 mlp_gate_weights);
        load_one({api.down_weight_addr, api.down_scale_addr, "down_weight_addr", "down_scale_addr", 0, 0, turned ? columns : rows,
                  turned ? rows : columns, turned != (api.down_scale_transposed != 0)},
                 mlp_last_weight);
    });
}

// --- the steps of both ---

template <class Chip, class Args>
void llama_mlp_first_products(KernelContext &ctx, const Args &api)
{
    const MatmulSizes s = mlp_sizes(ctx, api).first;
    multiply_share(ctx, s, mlp_input, mlp_weights, mlp_partials);
    multiply_share(ctx, s, mlp_input, mlp_gate_weights, mlp_gate_partials);
}

template <class Chip, class Args>
void llama_mlp_activate(KernelContext &ctx, const Args &api)
{
    const MatmulSizes s = mlp_sizes(ctx, api).first;
    const float *none = nullptr;
    float *hidden = ctx.scratch<float>(mlp_hidden, s.m * s.n);
    const Slice rows = ctx.slice(s.m);
    std::vector<float> gate(static_cast<std::size_t>(rows.size() * s.n));
    finish_share<Chip>(ctx, s, mlp_gate_partials, none, hidden);
    std::transform(hidden + rows.begin * s.n, hidden + rows.end * s.n, gate.begin(), functions::silu);
    finish_share<Chip>(ctx, s, mlp_partials, none, hidden);
    std::transform(hidden + rows.begin * s.n, hidden + rows.end * s.n, gate.begin(), hidden + rows.begin * s.n, std::multiplies<float>{});
}

template <class Chip, class Args>
void llama_mlp_last_product(KernelContext &ctx, const Args &api)
{
    multiply_share(ctx, mlp_sizes(ctx, api).last, mlp_hidden, mlp_last_weight, mlp_last_partials);
}

template <class Chip, class Args>
void llama_mlp_finish(KernelContext &ctx, const Args &api)
{
    const MatmulSizes s = mlp_sizes(ctx, api).last;
    dispatch_llama_mlp<Chip>(ctx, api, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *none = nullptr;
        finish_share<Chip>(ctx, s, mlp_last_partials, none, TPUSIM_OUT(ctx, api, output_addr, T, s.m * s.n));
    });
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_llama_mlp_multi_core", sg_api_llama_mlp_multi_core_t, all_cores, llama_mlp_widen<FirmwareChip>,
                 llama_mlp_first_products<FirmwareChip, sg_api_llama_mlp_multi_core_t>,
                 llama_mlp_activate<FirmwareChip, sg_api_llama_mlp_multi_core_t>,
                 llama_mlp_last_product<FirmwareChip, sg_api_llama_mlp_multi_core_t>,
                 llama_mlp_finish<FirmwareChip, sg_api_llama_mlp_multi_core_t>)
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_mlp_w8a16_dq_multi_core", sg_api_mlp_w8a16_dq_multi_core_t, all_cores,
                 mlp_w8a16_dq_widen<FirmwareChip>, llama_mlp_first_products<FirmwareChip, sg_api_mlp_w8a16_dq_multi_core_t>,
                 llama_mlp_activate<FirmwareChip, sg_api_mlp_w8a16_dq_multi_core_t>,
                 llama_mlp_last_product<FirmwareChip, sg_api_mlp_w8a16_dq_multi_core_t>,
                 llama_mlp_finish<FirmwareChip, sg_api_mlp_w8a16_dq_multi_core_t>)

} // namespace tpusim
