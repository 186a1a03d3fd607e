// Pairs of real and imaginary parts: real, conj.
#pragma once

#include "elementwise.h"
#include "sg_api/complex.h"

namespace tpusim
{

template <class Chip>
void real_kernel(KernelContext &ctx, const sg_api_real_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, 2 * count);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, count);
        const Slice part = ctx.slice(count);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            output[i] = input[2 * i];
        }
    });
}
TPUSIM_KERNEL(real, sg_api_real_t)

template <class Chip>
void conj_kernel(KernelContext &ctx, const sg_api_real_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, 2 * count);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, 2 * count);
        const Slice part = ctx.slice(count);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            output[2 * i] = input[2 * i];
            output[2 * i + 1] = from_float<Chip, T>(-to_float(input[2 * i + 1]));
        }
    });
}
TPUSIM_KERNEL(conj, sg_api_real_t)

} // namespace tpusim
