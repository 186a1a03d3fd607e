// Bits and truth values: and, or, exclusive or, not, shifts, and logical operations.
#pragma once

#include "elementwise.h"
#include "sg_api/bitwise.h"

namespace tpusim
{

// body(f), f of two integers, for an operation of sg_bitwise_type_t.
template <class Body>
void choose_bitwise(KernelContext &ctx, int mode, Body &&body)
{
    switch (mode)
    {
    case BITWISE_XOR:
        return body([](auto x, auto y) { return static_cast<decltype(x)>(x ^ y); });
    case BITWISE_AND:
        return body([](auto x, auto y) { return static_cast<decltype(x)>(x & y); });
    case BITWISE_OR:
        return body([](auto x, auto y) { return static_cast<decltype(x)>(x | y); });
    default:
        ctx.fault("mode", "is " + std::to_string(mode) + ", which names no operation");
    }
}

template <class Chip>
void element_bitwise_kernel(KernelContext &ctx, const sg_api_element_bitwise_t &api)
{
    choose_bitwise(ctx, api.mode, [&](auto f) { binary<Chip, Types::integers>(ctx, api, f); });
}
TPUSIM_KERNEL(element_bitwise, sg_api_element_bitwise_t)

template <class Chip>
void element_bitwise_bcast_kernel(KernelContext &ctx, const sg_api_element_bitwise_bcast_t &api)
{
    choose_bitwise(ctx, api.mode, [&](auto f) { binary_broadcast<Chip, Types::integers>(ctx, api, f); });
}
TPUSIM_KERNEL(element_bitwise_bcast, sg_api_element_bitwise_bcast_t)

template <class Chip>
void element_bitwise_c_kernel(KernelContext &ctx, const sg_api_element_bitwise_c_t &api)
{
    choose_bitwise(ctx, api.mode, [&](auto f) {
        unary<Chip, Types::integers>(ctx, api, [f, value = api.value](auto x) { return f(x, static_cast<decltype(x)>(value)); });
    });
}
TPUSIM_KERNEL(element_bitwise_c, sg_api_element_bitwise_c_t)

struct BitwiseNot
{
    template <class T>
    T operator()(T x) const
    {
        return static_cast<T>(~x);
    }
};
TPUSIM_KERNEL_OF(bitwise_not, sg_api_bitwise_not_t, unary_of, BitwiseNot, Types::integers)

struct BothTrue
{
    template <class T>
    T operator()(T x, T y) const
    {
        return static_cast<T>(x != T(0) && y != T(0));
    }
};
TPUSIM_KERNEL_OF(logical_and, sg_api_logical_and_t, binary_of, BothTrue)

struct OneTrue
{
    template <class T>
    T operator()(T x, T y) const
    {
        return static_cast<T>(x != T(0) || y != T(0));
    }
};
TPUSIM_KERNEL_OF(logical_or, sg_api_logical_or_t, binary_of, OneTrue)

// --- shifts: in the input's width; the result keeps the low bits that the output has ---

struct ShiftLeft
{
    template <class T>
    T operator()(T value, std::int64_t by) const
    {
        const bool inside = by >= 0 && by < static_cast<std::int64_t>(8 * sizeof(T));
        return inside ? static_cast<T>(static_cast<std::uint64_t>(value) << by) : T(0);
    }
};

struct ShiftRight
{
    template <class T>
    T operator()(T value, std::int64_t by) const
    {
        constexpr std::int64_t width = 8 * sizeof(T);
        if (by < 0 || by >= width)
        {
            return value < T(0) ? static_cast<T>(-1) : T(0);
        }
        return static_cast<T>(value >> by);
    }
};

// An operand of any integer type, read as 64-bit numbers.
struct Amounts
{
    const void *data;
    std::int64_t (*at)(const void *data, std::int64_t place);
};

template <class Chip>
Amounts read_amounts(KernelContext &ctx, std::uint64_t address, std::int64_t count, int dtype)
{
    Amounts amounts{};
    dispatch_integer<Chip>(ctx, dtype, "other_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        amounts = {ctx.template in<T>(address, count, "other_global_addr"),
                   [](const void *data, std::int64_t place) { return static_cast<std::int64_t>(static_cast<const T *>(data)[place]); }};
    });
    return amounts;
}

// body(input elements, output elements) of the types of a shift.
template <class Chip, class Args, class Body>
void dispatch_shift(KernelContext &ctx, const Args &api, std::int64_t inputs, std::int64_t outputs, Body &&body)
{
    dispatch_integer<Chip>(ctx, api.src_dtype, "src_dtype", [&](auto src_tag) {
        const auto *input = TPUSIM_IN(ctx, api, input_global_addr, typename decltype(src_tag)::type, inputs);
        dispatch_integer<Chip>(ctx, api.dst_dtype, "dst_dtype", [&](auto dst_tag) {
            body(input, TPUSIM_OUT(ctx, api, output_global_addr, typename decltype(dst_tag)::type, outputs));
        });
    });
}

template <class Chip, class Args, class F>
void shift_of(KernelContext &ctx, const Args &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    const Amounts by = read_amounts<Chip>(ctx, api.other_global_addr, count, api.other_dtype);
    dispatch_shift<Chip>(ctx, api, count, count, [&](const auto *input, auto *output) {
        for (std::int64_t i = 0; i < count; ++i)
        {
            output[i] = static_cast<std::decay_t<decltype(*output)>>(F{}(input[i], by.at(by.data, i)));
        }
    });
}

template <class Chip, class Args, class F>
void shift_broadcast_of(KernelContext &ctx, const Args &api)
{
    const BroadcastOperands operands(ctx, operand_shapes(ctx, api));
    const StridedLoop<2> loop(operands.shape, operands.strides);
    const Amounts by = read_amounts<Chip>(ctx, api.other_global_addr, operands.other.count(), api.other_dtype);
    dispatch_shift<Chip>(ctx, api, operands.input.count(), operands.shape.count(), [&](const auto *input, auto *output) {
        loop.for_each_run(ctx.slice(loop.total()), [&](const auto &offsets, std::int64_t length) {
            for (std::int64_t i = 0; i < length; ++i)
            {
                const std::int64_t amount = by.at(by.data, offsets[1] + i * loop.inner_stride(1));
                *output++ = static_cast<std::decay_t<decltype(*output)>>(F{}(input[offsets[0] + i * loop.inner_stride(0)], amount));
            }
        });
    });
}

template <class Chip, class Args, class F>
void shift_by_number_of(KernelContext &ctx, const Args &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    // A char has a sign on one host and none on another; the amount has one.
    const std::int64_t amount = static_cast<signed char>(api.const_value);
    dispatch_shift<Chip>(ctx, api, count, count, [&](const auto *input, auto *output) {
        for (std::int64_t i = 0; i < count; ++i)
        {
            output[i] = static_cast<std::decay_t<decltype(*output)>>(F{}(input[i], amount));
        }
    });
}

TPUSIM_ONE_CORE_KERNEL_OF(shift_left, sg_api_shift_left_t, shift_of, ShiftLeft)
TPUSIM_ONE_CORE_KERNEL_OF(shift_left_bcast, sg_api_shift_left_bcast_t, shift_broadcast_of, ShiftLeft)
TPUSIM_ONE_CORE_KERNEL_OF(shift_left_c, sg_api_shift_left_c_t, shift_by_number_of, ShiftLeft)
TPUSIM_ONE_CORE_KERNEL_OF(shift_right_arithmetic, sg_api_shift_right_arithmetic_t, shift_of, ShiftRight)
TPUSIM_ONE_CORE_KERNEL_OF(shift_right_arithmetic_bcast, sg_api_shift_right_arithmetic_bcast_t, shift_broadcast_of, ShiftRight)
TPUSIM_ONE_CORE_KERNEL_OF(shift_right_arithmetic_c, sg_api_shift_right_arithmetic_c_t, shift_by_number_of, ShiftRight)

} // namespace tpusim
