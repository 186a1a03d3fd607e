// Kernels without an input: arange, const_fill.
#pragma once

#include "elementwise.h"
#include "sg_api/fill.h"

namespace tpusim
{

template <class Chip, class T>
void arange(KernelContext &ctx, const sg_api_arange_t &api, std::int64_t count)
{
    T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, count);
    const Slice part = ctx.slice(count);
    for (std::int64_t i = part.begin; i < part.end; ++i)
    {
        const std::int64_t value = api.start + i * api.step;
        if constexpr (std::is_integral_v<T>)
        {
            output[i] = static_cast<T>(value);
        }
        else
        {
            output[i] = from_float<Chip, T>(static_cast<float>(value));
        }
    }
}

template <class Chip>
void arange_kernel(KernelContext &ctx, const sg_api_arange_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    if (api.step == 0)
    {
        ctx.fault("step", "is 0");
    }
    const std::int64_t span = std::int64_t{api.end} - api.start;
    const std::int64_t step = api.step;
    const std::int64_t expected = std::max<std::int64_t>(0, (span + step - (step > 0 ? 1 : -1)) / step);
    if (count != expected)
    {
        ctx.fault("shape", "has " + std::to_string(count) + " elements; start, end and step give " + std::to_string(expected));
    }
    if (api.isint64 != 0)
    {
        return arange<Chip, std::int64_t>(ctx, api, count); // 64-bit integers are written, not computed with
    }
    dispatch_any<Chip>(ctx, api.dtype, "dtype", [&](auto tag) { arange<Chip, typename decltype(tag)::type>(ctx, api, count); });
}
TPUSIM_KERNEL(arange, sg_api_arange_t)

template <class Chip>
void const_fill_kernel(KernelContext &ctx, const sg_api_constant_fill_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_size<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        if constexpr (sizeof(T) > sizeof api.value)
        {
            fault_dtype(ctx, api.dtype, "dtype", Chip::name); // `value` has 4 bytes
        }
        else
        {
            const Slice part = ctx.slice(count);
            T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, count);
            ArrayView<T>(output + part.begin, part.size()).setConstant(static_cast<T>(api.value));
        }
    });
}
TPUSIM_KERNEL(const_fill, sg_api_constant_fill_t)

} // namespace tpusim
