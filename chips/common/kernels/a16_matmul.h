// Matrix product with 16-bit activations and weights of 8 or 4 bits in groups (multi-core form).
#pragma once

#include "quantised.h"
#include "sg_api/a16_matmul.h"

namespace tpusim
{

inline MatmulSizes a16_sizes(KernelContext &ctx, const sg_api_a16_matmul_t &api)
{
    if (api.final_row_num < 0 || api.inner_num < 0 || api.final_col_num < 0)
    {
        ctx.fault("final_row_num, inner_num, final_col_num", "a size is negative");
    }
    require_groups(ctx, api.q_group_size, "q_group_size", api.weight_bits, api.inner_num);
    return checked(ctx, "final_row_num, inner_num, final_col_num",
                   {1, api.final_row_num, api.inner_num, api.final_col_num, false, api.R_trans != 0});
}

inline QuantisedWeight quantised_weight(KernelContext &ctx, const sg_api_a16_matmul_t &api)
{
    if (api.has_zp != 0 && api.zp_global_addr == 0)
    {
        ctx.fault("zp_global_addr", "is null, has_zp is not 0");
    }
    return {api.weight_global_addr, api.scale_global_addr, api.has_zp == 0 ? 0 : api.zp_global_addr,
            "weight_global_addr",   "scale_global_addr",   "zp_global_addr",
            api.weight_bits,        api.q_group_size};
}

template <class Chip>
void a16_matmul_widen(KernelContext &ctx, const sg_api_a16_matmul_t &api)
{
    const MatmulSizes s = a16_sizes(ctx, api);
    dispatch_16bit<Chip>(ctx, api.io_dtype, "io_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        TPUSIM_OUT(ctx, api, output_global_addr, T, s.m * s.n); // before scratch of its size
        widen_share(ctx, TPUSIM_IN(ctx, api, input_global_addr, T, s.m * s.k), s.m * s.k, left_f32);
        dequantise_share<T>(ctx, quantised_weight(ctx, api), s, ctx.scratch<float>(right_f32, s.k * s.n));
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
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_llama_a16_matmul", sg_api_a16_matmul_t, all_cores, a16_matmul_widen<FirmwareChip>,
                 a16_matmul_multiply<FirmwareChip>, a16_matmul_reduce<FirmwareChip>)
// The name under which the legacy host launches it.
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_llama_a16_matmul", sg_api_a16_matmul_t, all_cores, a16_matmul_widen<FirmwareChip>,
                 a16_matmul_multiply<FirmwareChip>, a16_matmul_reduce<FirmwareChip>)

} // namespace tpusim
