// Functions of a point in the plane (atan2, hypot) and neighbours of a number (nextafter).
#pragma once

#include "../functions.h"
#include "mixed.h"
#include "sg_api/plane.h"

namespace tpusim
{

struct Hypot
{
    float operator()(float x, float y) const { return functions::hypot(x, y); }
};
TPUSIM_KERNEL_OF(hypot_bcast, sg_api_hypot_bcast_t, broadcast_of, Hypot, Types::floats)
TPUSIM_KERNEL_OF(hypot_c, sg_api_hypot_c_t, with_scalar_of, Hypot, Types::floats)

// --- atan2: inputs in f32, the output in dtype ---

constexpr int f32_code = SG_KERNEL_DTYPE_FP32;

template <class Chip>
void atan2_kernel(KernelContext &ctx, const sg_api_atan2_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    transform_mixed<Chip>(ctx, api, {shape, shape}, {f32_code, f32_code, api.dtype, "", "", "dtype"}, functions::atan2);
}
TPUSIM_KERNEL(atan2, sg_api_atan2_t)

template <class Chip>
void atan2_bcast_kernel(KernelContext &ctx, const sg_api_atan2_bcast_t &api)
{
    transform_mixed<Chip>(ctx, api, operand_shapes(ctx, api), {f32_code, f32_code, api.dtype, "", "", "dtype"}, functions::atan2);
}
TPUSIM_KERNEL(atan2_bcast, sg_api_atan2_bcast_t)

template <class Chip>
void atan2c_kernel(KernelContext &ctx, const sg_api_atan2c_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    const auto other = FloatInput::of<Chip>(ctx, api.other_global_addr, count, "other_global_addr", f32_code, "");
    const auto output = FloatOutput::of<Chip>(ctx, api.output_global_addr, count, "output_global_addr", api.dtype, "dtype");
    transform_mixed(ctx, count, [y = api.scalar](float x) { return functions::atan2(y, x); }, other, output);
}
TPUSIM_KERNEL(atan2c, sg_api_atan2c_t)

template <class Chip>
void atan2_c_kernel(KernelContext &ctx, const sg_api_atan2_c_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    const auto input = FloatInput::of<Chip>(ctx, api.input_global_addr, count, "input_global_addr", f32_code, "");
    const auto output = FloatOutput::of<Chip>(ctx, api.output_global_addr, count, "output_global_addr", api.dtype, "dtype");
    transform_mixed(ctx, count, [x = api.scalar](float y) { return functions::atan2(y, x); }, input, output);
}
TPUSIM_KERNEL(atan2_c, sg_api_atan2_c_t)

// --- nextafter: in the format itself, whose finite numbers of one sign are in the order of their bits ---

template <class T>
struct BitsOf;

template <>
struct BitsOf<float>
{
    using type = std::uint32_t;
};
template <>
struct BitsOf<f16>
{
    using type = std::uint16_t;
};
template <>
struct BitsOf<bf16>
{
    using type = std::uint16_t;
};

template <class T>
T next_after(T x, T y)
{
    using Bits = typename BitsOf<T>::type;
    const float from = to_float(x);
    const float to = to_float(y);
    if (from != from || to != to)
    {
        return from != from ? x : y;
    }
    if (from == to)
    {
        return y;
    }
    constexpr Bits sign = static_cast<Bits>(Bits(1) << (8 * sizeof(Bits) - 1));
    Bits bits;
    std::memcpy(&bits, &x, sizeof bits);
    if ((bits & static_cast<Bits>(~sign)) == 0)
    {
        bits = static_cast<Bits>((to < 0.0f ? sign : 0) | 1); // the smallest number on the other side of zero, or on this
    }
    else
    {
        const bool away = (from < to) == (from > 0.0f);
        bits = static_cast<Bits>(away ? bits + 1 : bits - 1);
    }
    T result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
}

// body(type tag) for f32, f16 and bf16.
template <class Chip, class Body>
void dispatch_neighbours(KernelContext &ctx, int dtype, Body &&body)
{
    dispatch_float<Chip>(ctx, dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        if constexpr (sizeof(T) > 1)
        {
            body(tag);
        }
        else
        {
            fault_dtype(ctx, dtype, "dtype", Chip::name);
        }
    });
}

template <class Chip>
void nextafter_kernel(KernelContext &ctx, const sg_api_nextafter_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_neighbours<Chip>(ctx, api.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        const T *other = TPUSIM_IN(ctx, api, other_global_addr, T, count);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, count);
        const Slice part = ctx.slice(count);
        std::transform(input + part.begin, input + part.end, other + part.begin, output + part.begin, next_after<T>);
    });
}
TPUSIM_KERNEL(nextafter, sg_api_nextafter_t)

template <class Chip>
void nextafter_bcast_kernel(KernelContext &ctx, const sg_api_nextafter_bcast_t &api)
{
    const BroadcastOperands operands(ctx, operand_shapes(ctx, api));
    const StridedLoop<2> loop(operands.shape, operands.strides);
    dispatch_neighbours<Chip>(ctx, api.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, operands.input.count());
        const T *other = TPUSIM_IN(ctx, api, other_global_addr, T, operands.other.count());
        const Slice part = ctx.slice(loop.total());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, operands.shape.count()) + part.begin;
        loop.for_each_run(part, [&](const auto &offsets, std::int64_t length) {
            for (std::int64_t i = 0; i < length; ++i)
            {
                *output++ = next_after(input[offsets[0] + i * loop.inner_stride(0)], other[offsets[1] + i * loop.inner_stride(1)]);
            }
        });
    });
}
TPUSIM_KERNEL(nextafter_bcast, sg_api_nextafter_bcast_t)

template <class Chip>
void nextafterc_kernel(KernelContext &ctx, const sg_api_nextafterc_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_neighbours<Chip>(ctx, api.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *other = TPUSIM_IN(ctx, api, other_global_addr, T, count);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, count);
        const Slice part = ctx.slice(count);
        const T from = from_float<Chip, T>(api.scalar);
        std::transform(other + part.begin, other + part.end, output + part.begin, [from](T to) { return next_after(from, to); });
    });
}
TPUSIM_KERNEL(nextafterc, sg_api_nextafterc_t)

template <class Chip>
void nextafter_c_kernel(KernelContext &ctx, const sg_api_nextafter_c_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_neighbours<Chip>(ctx, api.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, count);
        const Slice part = ctx.slice(count);
        const T to = from_float<Chip, T>(api.scalar);
        std::transform(input + part.begin, input + part.end, output + part.begin, [to](T from) { return next_after(from, to); });
    });
}
TPUSIM_KERNEL(nextafter_c, sg_api_nextafter_c_t)

} // namespace tpusim
