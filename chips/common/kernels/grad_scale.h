// Gradient scaling: check for values that are not finite, and unscale in place.
#pragma once

#include "elementwise.h"
#include "sg_api/grad_scale.h"

namespace tpusim
{

// input *= inv_scale over this core's share; true if one of its values was not finite.
template <class Chip, class Args>
bool unscale_share(KernelContext &ctx, const Args &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    bool finite = true;
    dispatch_float<Chip>(ctx, api.idtype, "idtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const Slice part = ctx.slice(count);
        T *input = TPUSIM_INOUT(ctx, api, input_global_addr, T, count) + part.begin;
        const auto scale = [&finite, factor = api.inv_scale](float *results, std::int64_t size, const float *x) {
            std::uint32_t others = 0;
            for (std::int64_t i = 0; i < size; ++i)
            {
                others |= std::fabs(x[i]) <= std::numeric_limits<float>::max() ? 0 : 1;
                results[i] = x[i] * factor;
            }
            finite = finite && others == 0;
        };
        transform<Chip, float>(part.size(), scale, input, Operand<T>{input});
        ctx.count_flops(2.0 * static_cast<double>(part.size()));
    });
    return !finite;
}

template <class Chip, class Args>
void set_found_inf(KernelContext &ctx, const Args &api, float value)
{
    dispatch_float<Chip>(ctx, api.found_inf_dtype, "found_inf_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        *TPUSIM_INOUT(ctx, api, found_inf_global_addr, T, 1) = from_float<Chip, T>(value);
    });
}

template <class Chip>
void inf_check_and_unscale_kernel(KernelContext &ctx, const sg_api_inf_check_unscale_t &api)
{
    if (unscale_share<Chip>(ctx, api))
    {
        set_found_inf<Chip>(ctx, api, 1.0f);
    }
}
TPUSIM_KERNEL_ON(single_core, inf_check_and_unscale, sg_api_inf_check_unscale_t)

// Multi-core form: a flag for each core, 64 bytes apart, then core 0 looks at all. need_clear_found_inf: found_inf is 0 where all are finite.
constexpr std::int64_t flag_stride = 64;

template <class Chip>
void inf_check_shares(KernelContext &ctx, const sg_api_inf_check_unscale_multi_core_t &api)
{
    std::uint8_t *flags = TPUSIM_OUT(ctx, api, found_inf_buffer_global_addr, std::uint8_t, ctx.cores() * flag_stride);
    flags[ctx.core() * flag_stride] = unscale_share<Chip>(ctx, api);
}

template <class Chip>
void inf_check_combine(KernelContext &ctx, const sg_api_inf_check_unscale_multi_core_t &api)
{
    const std::uint8_t *flags = TPUSIM_IN(ctx, api, found_inf_buffer_global_addr, std::uint8_t, ctx.cores() * flag_stride);
    if (ctx.core() != 0)
    {
        return;
    }
    for (int core = 0; core < ctx.cores(); ++core)
    {
        if (flags[core * flag_stride] != 0)
        {
            return set_found_inf<Chip>(ctx, api, 1.0f);
        }
    }
    if (api.need_clear_found_inf != 0)
    {
        set_found_inf<Chip>(ctx, api, 0.0f);
    }
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_inf_check_and_unscale_multi_core", sg_api_inf_check_unscale_multi_core_t, all_cores,
                 inf_check_shares<FirmwareChip>, inf_check_combine<FirmwareChip>)

} // namespace tpusim
