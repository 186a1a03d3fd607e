// Kernels of two or three inputs, element by element: arithmetic, comparison, minimum, hypot, pow, addcmul, addcdiv.
#pragma once

#include "../functions.h"
#include "elementwise.h"
#include "mixed.h"
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
TPUSIM_KERNEL_ON(single_core, hypot, sg_api_hypot_t)

template <class Chip>
void pow_kernel(KernelContext &ctx, const sg_api_pow_t &api)
{
    binary_mixed<Chip>(ctx, api, [](float x, float y) { return functions::pow(x, y); });
}
TPUSIM_KERNEL(pow, sg_api_pow_t)

// Kernels of three inputs of one shape: input_global_addr, tensor1_global_addr, tensor2_global_addr.
template <class Chip, class Args, class F>
void ternary(KernelContext &ctx, const Args &api, const F &f)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        const T *tensor1 = TPUSIM_IN(ctx, api, tensor1_global_addr, T, count);
        const T *tensor2 = TPUSIM_IN(ctx, api, tensor2_global_addr, T, count);
        transform_share<Chip, float>(ctx, count, f, TPUSIM_OUT(ctx, api, output_global_addr, T, count), input, tensor1, tensor2);
    });
}

template <class Chip>
void addcmul_kernel(KernelContext &ctx, const sg_api_addcmul_t &api)
{
    ternary<Chip>(ctx, api, [value = api.value](float x, float t1, float t2) { return x + value * t1 * t2; });
}
TPUSIM_KERNEL_ON(single_core, addcmul, sg_api_addcmul_t)
TPUSIM_KERNEL_AS(multi_core, "addcmul_multi_core", sg_api_addcmul_t, all_cores, addcmul_kernel<FirmwareChip>)

template <class Chip>
void pow_bcast_kernel(KernelContext &ctx, const sg_api_pow_bcast_t &api)
{
    binary_mixed_broadcast<Chip>(ctx, api, [](float x, float y) { return functions::pow(x, y); });
}
TPUSIM_KERNEL(pow_bcast, sg_api_pow_bcast_t)

// f(self, value); the output's type follows from dtype and out_is_int.
template <class Chip, class F>
void pow_with_number(KernelContext &ctx, const sg_api_pow_tensor_scalar_t &api, const F &f)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    const auto self = FloatInput::of<Chip>(ctx, api.self_global_addr, count, "self_global_addr", api.dtype, "dtype");
    const int own = self.of_integers() ? static_cast<int>(SG_KERNEL_DTYPE_FP32) : api.dtype;
    const int out = api.out_is_int != 0 ? static_cast<int>(SG_KERNEL_DTYPE_INT32) : own;
    const auto output = FloatOutput::of<Chip>(ctx, api.out_global_addr, count, "out_global_addr", out, "dtype");
    transform_mixed(ctx, count, [&](float x) { return f(x, api.value); }, self, output);
}

template <class Chip>
void pow_c_kernel(KernelContext &ctx, const sg_api_pow_tensor_scalar_t &api)
{
    pow_with_number<Chip>(ctx, api, [](float x, float value) { return functions::pow(x, value); });
}
TPUSIM_KERNEL(pow_c, sg_api_pow_tensor_scalar_t)

template <class Chip>
void c_pow_kernel(KernelContext &ctx, const sg_api_pow_tensor_scalar_t &api)
{
    pow_with_number<Chip>(ctx, api, [](float x, float value) { return functions::pow(value, x); });
}
TPUSIM_KERNEL(c_pow, sg_api_pow_tensor_scalar_t)

template <class Chip>
void addcdiv_kernel(KernelContext &ctx, const sg_api_addcdiv_t &api)
{
    ternary<Chip>(ctx, api, [value = api.value](float x, float t1, float t2) { return x + value * (t1 / t2); });
}
TPUSIM_KERNEL(addcdiv, sg_api_addcdiv_t)
// The name under which the legacy host launches it.
TPUSIM_KERNEL_AS(multi_core, "addcdiv_multi_core", sg_api_addcdiv_t, all_cores, addcdiv_kernel<FirmwareChip>)

template <class Chip>
void addcmul_bcast_kernel(KernelContext &ctx, const sg_api_bcast_addcmul_t &api)
{
    const std::array<Shape, 3> own{read_shape(ctx, &api.input_shape, api.input_dim, "input_shape"),
                                   read_shape(ctx, &api.tensor1_shape, api.tensor1_dim, "tensor1_shape"),
                                   read_shape(ctx, &api.tensor2_shape, api.tensor2_dim, "tensor2_shape")};
    const int dim = std::max({own[0].dim, own[1].dim, own[2].dim});
    const std::array<Shape, 3> shapes{own[0].padded(dim), own[1].padded(dim), own[2].padded(dim)};
    const Shape shape = broadcast_shape(broadcast_shape(shapes[0], shapes[1]), shapes[2]);
    require_count(ctx, shape, "tensor2_shape");
    const std::array<Shape, 3> strides{broadcast_strides(ctx, shapes[0], shape, "input_shape"),
                                       broadcast_strides(ctx, shapes[1], shape, "tensor1_shape"),
                                       broadcast_strides(ctx, shapes[2], shape, "tensor2_shape")};
    const auto f = [value = api.value](float x, float t1, float t2) { return x + value * t1 * t2; };
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, shapes[0].count());
        const T *tensor1 = TPUSIM_IN(ctx, api, tensor1_global_addr, T, shapes[1].count());
        const T *tensor2 = TPUSIM_IN(ctx, api, tensor2_global_addr, T, shapes[2].count());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, shape.count());
        transform_broadcast<Chip, float>(ctx, shape, strides, f, output, input, tensor1, tensor2);
    });
}
TPUSIM_KERNEL_ON(single_core, addcmul_bcast, sg_api_bcast_addcmul_t)

} // namespace tpusim
