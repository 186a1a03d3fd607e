// Kernels of two or three inputs, element by element: arithmetic, comparison, minimum, hypot, pow, shift, addcmul.
#pragma once

#include "../functions.h"
#include "elementwise.h"
#include "sg_api/binary.h"

namespace tpusim
{

// --- arithmetic. The operation is chosen for each run, which costs nothing and compiles once for each dtype ---

// (first * x) op (second * y). Integers wrap.
struct Arithmetic
{
    int type;
    float first = 1.0f;
    float second = 1.0f;

    template <class T>
    void operator()(T *results, std::int64_t count, const T *x, const T *y) const
    {
        switch (type)
        {
        case BINARY_ADD:
            return run(results, count, x, y, [](T a, T b) { return add(a, b); });
        case BINARY_SUB:
            return run(results, count, x, y, [](T a, T b) { return subtract(a, b); });
        case BINARY_MUL:
            return run(results, count, x, y, [](T a, T b) { return multiply(a, b); });
        default:
            return run(results, count, x, y, [](T a, T b) { return divide(a, b); });
        }
    }

private:
    template <class T, class F>
    void run(T *results, std::int64_t count, const T *x, const T *y, const F &f) const
    {
        const T p = number<T>(first);
        const T q = number<T>(second);
        for (std::int64_t i = 0; i < count; ++i)
        {
            results[i] = f(multiply(x[i], p), multiply(y[i], q));
        }
    }

    template <class T>
    static T number(float value)
    {
        if constexpr (std::is_integral_v<T>)
        {
            return wrapped<T>(value);
        }
        else
        {
            return value;
        }
    }
};

inline void require_operation(KernelContext &ctx, int type)
{
    if (type < BINARY_ADD || type > BINARY_DIV)
    {
        ctx.fault("binary_type", "is " + std::to_string(type) + ", which names no operation");
    }
}

template <class Chip>
void binary_kernel(KernelContext &ctx, const sg_api_binary_t &api)
{
    require_operation(ctx, api.binary_type);
    binary<Chip>(ctx, api, Arithmetic{api.binary_type, 1.0f, api.value});
}
TPUSIM_KERNEL(binary, sg_api_binary_t)

template <class Chip>
void binary_bcast_kernel(KernelContext &ctx, const sg_api_binary_bcast_t &api)
{
    require_operation(ctx, api.binary_type);
    binary_broadcast<Chip>(ctx, api, Arithmetic{api.binary_type, 1.0f, api.value});
}
TPUSIM_KERNEL(binary_bcast, sg_api_binary_bcast_t)

// The number is `value` times an operand of ones, so that it is not rounded to the tensor's dtype.
template <class Chip>
void binary_c_kernel(KernelContext &ctx, const sg_api_binary_c_t &api)
{
    require_operation(ctx, api.binary_type);
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_any<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const Slice part = ctx.slice(count);
        const T one = from_float<Chip, T>(1.0f);
        const Operand<T> ones{&one, 0};
        const Operand<T> input{TPUSIM_IN(ctx, api, input_global_addr, T, count) + part.begin};
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, count) + part.begin;
        if (api.inversed != 0)
        {
            return transform<Chip, ComputeType<T>>(part.size(), Arithmetic{api.binary_type, api.value, 1.0f}, output, ones, input);
        }
        transform<Chip, ComputeType<T>>(part.size(), Arithmetic{api.binary_type, 1.0f, api.value}, output, input, ones);
    });
}
TPUSIM_KERNEL(binary_c, sg_api_binary_c_t)

// --- comparison ---

struct Comparison
{
    int mode;

    template <class T>
    void operator()(std::uint8_t *results, std::int64_t count, const T *x, const T *y) const
    {
        run(results, count, [=](std::int64_t i) { return x[i]; }, [=](std::int64_t i) { return y[i]; });
    }

    template <class X, class Y>
    void run(std::uint8_t *results, std::int64_t count, const X &x, const Y &y) const
    {
        const auto each = [&](const auto &compare) {
            for (std::int64_t i = 0; i < count; ++i)
            {
                results[i] = compare(x(i), y(i));
            }
        };
        switch (mode)
        {
        case EQUAL:
            return each([](auto a, auto b) { return a == b; });
        case NOT_EQUAL:
            return each([](auto a, auto b) { return a != b; });
        case GREATER:
            return each([](auto a, auto b) { return a > b; });
        case GREATER_OR_EQUAL:
            return each([](auto a, auto b) { return a >= b; });
        case LESS_THAN:
            return each([](auto a, auto b) { return a < b; });
        default:
            return each([](auto a, auto b) { return a <= b; });
        }
    }
};

// With a number, which may have a fraction: integers are compared as f32.
struct ComparisonWithNumber
{
    Comparison comparison;
    float number;
    bool number_first;

    template <class T>
    void operator()(std::uint8_t *results, std::int64_t count, const T *x) const
    {
        const auto values = [=](std::int64_t i) { return static_cast<float>(x[i]); };
        const auto numbers = [value = number](std::int64_t) { return value; };
        number_first ? comparison.run(results, count, numbers, values) : comparison.run(results, count, values, numbers);
    }
};

inline void require_mode(KernelContext &ctx, int mode)
{
    if (mode < EQUAL || mode > LESS_THAN_OR_EQUAL)
    {
        ctx.fault("mode", "is " + std::to_string(mode) + ", which names no comparison");
    }
}

template <class Chip>
void comparision_kernel(KernelContext &ctx, const sg_api_comparision_t &api)
{
    require_mode(ctx, api.mode);
    binary<Chip, Types::any, true>(ctx, api, Comparison{api.mode});
}
TPUSIM_KERNEL(comparision, sg_api_comparision_t)

template <class Chip>
void comparision_bcast_kernel(KernelContext &ctx, const sg_api_comparision_bcast_t &api)
{
    require_mode(ctx, api.mode);
    binary_broadcast<Chip, Types::any, true>(ctx, api, Comparison{api.mode});
}
TPUSIM_KERNEL(comparision_bcast, sg_api_comparision_bcast_t)

template <class Chip>
void comparision_c_kernel(KernelContext &ctx, const sg_api_comparision_c_t &api)
{
    require_mode(ctx, api.mode);
    unary_predicate<Chip>(ctx, api, ComparisonWithNumber{{api.mode}, api.const_value, api.scalar_pos == 0});
}
TPUSIM_KERNEL(comparision_c, sg_api_comparision_c_t)

// --- other functions of two inputs ---

template <class Chip>
void minimum_kernel(KernelContext &ctx, const sg_api_minimum_t &api)
{
    binary<Chip>(ctx, api, [](auto x, auto y) { return minimum(x, y); });
}
TPUSIM_KERNEL(minimum, sg_api_minimum_t)

template <class Chip>
void hypot_kernel(KernelContext &ctx, const sg_api_hypot_t &api)
{
    binary<Chip, Types::floats>(ctx, api, [](float x, float y) { return functions::hypot(x, y); });
}
TPUSIM_KERNEL_ON(BmA, hypot, sg_api_hypot_t)

template <class Chip>
void pow_kernel(KernelContext &ctx, const sg_api_pow_t &api)
{
    binary<Chip, Types::floats>(ctx, api, [](float x, float y) { return functions::pow(x, y); });
}
TPUSIM_KERNEL(pow, sg_api_pow_t)

template <class Chip>
void addcmul_kernel(KernelContext &ctx, const sg_api_addcmul_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const auto f = [value = api.value](float x, float a, float b) { return x + value * a * b; };
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        const T *tensor1 = TPUSIM_IN(ctx, api, tensor1_global_addr, T, count);
        const T *tensor2 = TPUSIM_IN(ctx, api, tensor2_global_addr, T, count);
        transform_share<Chip, float>(ctx, count, f, TPUSIM_OUT(ctx, api, output_global_addr, T, count), input, tensor1, tensor2);
    });
}
TPUSIM_KERNEL_ON(BmA, addcmul, sg_api_addcmul_t)
TPUSIM_KERNEL_AS(SgB, "addcmul_multi_core", sg_api_addcmul_t, all_cores, addcmul_kernel<SgB>)

// --- shift ---

// Shifts the bits of the input's width; what does not fit is lost.
template <class Chip>
void shift_left_kernel(KernelContext &ctx, const sg_api_shift_left_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_integer<Chip>(ctx, api.src_dtype, "src_dtype", [&](auto src_tag) {
        using T = typename decltype(src_tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        const auto shift = [](T value, auto by) {
            using Bits = std::make_unsigned_t<T>;
            return by < 0 || by >= decltype(by)(8 * sizeof(T)) ? T(0) : static_cast<T>(static_cast<Bits>(value) << by);
        };
        dispatch_integer<Chip>(ctx, api.other_dtype, "other_dtype", [&](auto other_tag) {
            using Other = typename decltype(other_tag)::type;
            const Other *other = TPUSIM_IN(ctx, api, other_global_addr, Other, count);
            dispatch_integer<Chip>(ctx, api.dst_dtype, "dst_dtype", [&](auto dst_tag) {
                using Out = typename decltype(dst_tag)::type;
                Out *output = TPUSIM_OUT(ctx, api, output_global_addr, Out, count);
                for (std::int64_t i = 0; i < count; ++i)
                {
                    output[i] = static_cast<Out>(shift(input[i], other[i]));
                }
            });
        });
    });
}
TPUSIM_KERNEL_AS(BmA, "tpu_kernel_api_shift_left", sg_api_shift_left_t, 1, shift_left_kernel<BmA>)
TPUSIM_KERNEL_AS(SgB, "tpu_kernel_api_shift_left", sg_api_shift_left_t, 1, shift_left_kernel<SgB>)

} // namespace tpusim
