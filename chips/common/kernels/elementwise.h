// Scaffolding of element by element kernels: dtype dispatch, addresses, slices over cores, broadcasting. No kernel is registered here.
//
//   template <class Chip>
//   void neg_kernel(KernelContext &ctx, const sg_api_neg_t &api)
//   {
//       unary<Chip, Types::any>(ctx, api, [](auto x) { return -x; });
//   }
//   TPUSIM_KERNEL(neg, sg_api_neg_t)
//
// The function gets numbers of the compute type (f32 for every float format); its result is rounded to the output type once. What one
// element gives depends on that element alone, not on its place in a vector register, chunk or core.
#pragma once

#include <tuple>

#include "strided.h"

namespace tpusim
{

enum class Types
{
    floats,
    integers,
    any,
};

template <class Chip, Types types, class Body>
void dispatch(KernelContext &ctx, int code, const char *argument, Body &&body)
{
    if constexpr (types == Types::floats)
    {
        dispatch_float<Chip>(ctx, code, argument, body);
    }
    else if constexpr (types == Types::integers)
    {
        dispatch_integer<Chip>(ctx, code, argument, body);
    }
    else
    {
        dispatch_any<Chip>(ctx, code, argument, body);
    }
}

// Integers wrap: sums and products in a type without sign that is wide enough not to be promoted to one with it.
template <class T>
using WrapType = std::conditional_t<std::is_integral_v<T>, std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>, T>;

template <class T>
T add(T a, T b)
{
    return static_cast<T>(static_cast<WrapType<T>>(a) + static_cast<WrapType<T>>(b));
}

template <class T>
T subtract(T a, T b)
{
    return static_cast<T>(static_cast<WrapType<T>>(a) - static_cast<WrapType<T>>(b));
}

template <class T>
T multiply(T a, T b)
{
    return static_cast<T>(static_cast<WrapType<T>>(a) * static_cast<WrapType<T>>(b));
}

template <class T>
T negate(T a)
{
    return std::is_integral_v<T> ? subtract(T(0), a) : static_cast<T>(-a);
}

// Integers towards zero, by 0 to 0; the lowest by -1 wraps to itself.
template <class T>
T divide(T a, T b)
{
    if constexpr (std::is_integral_v<T>)
    {
        if (b == 0)
        {
            return 0;
        }
        return std::is_signed_v<T> && b == static_cast<T>(-1) ? negate(a) : static_cast<T>(a / b);
    }
    else
    {
        return a / b;
    }
}

// The smaller or larger number; a NaN, where there is one.
template <class T>
T minimum(T a, T b)
{
    const T smaller = a < b ? a : b; // b, if it is a NaN
    return a != a ? a : smaller;
}

template <class T>
T maximum(T a, T b)
{
    const T larger = a > b ? a : b; // b, if it is a NaN
    return a != a ? a : larger;
}

// -1, 0 or 1; 0 for a NaN.
template <class T>
T sign(T x)
{
    return static_cast<T>((x > T(0)) - (x < T(0)));
}

// A run of elements `stride` apart.
template <class T>
struct Operand
{
    const T *data;
    std::int64_t stride = 1;
};

// Chunks of an operand in the compute type; no copy where the operand is one already.
template <class T>
class ChunkReader
{
public:
    explicit ChunkReader(Operand<T> operand) : operand_(operand) {}

    const ComputeType<T> *operator()(std::int64_t begin, std::int64_t count)
    {
        if constexpr (std::is_arithmetic_v<T>)
        {
            if (operand_.stride == 1)
            {
                return operand_.data + begin;
            }
        }
        load(operand_.data + begin * operand_.stride, operand_.stride, count, buffer_);
        return buffer_;
    }

private:
    Operand<T> operand_;
    ComputeType<T> buffer_[chunk_size];
};

// A function of numbers as one of runs: results[i] = f(in[i]...). Functions that choose a loop for each run are written as runs.
template <class F>
struct Each
{
    F f;

    template <class Result, class... In>
    void operator()(Result *results, std::int64_t count, const In *...in) const
    {
        for (std::int64_t i = 0; i < count; ++i)
        {
            results[i] = static_cast<Result>(f(in[i]...));
        }
    }
};

template <class F, class Result, class... In>
constexpr bool is_of_runs = std::is_invocable_v<const F &, Result *, std::int64_t, const In *...>;

// dst[i] = f(src[i]...), 0 <= i < count. f, of numbers or of runs, has results of type Result.
template <class Chip, class Result, class Out, class F, class... In>
void transform(std::int64_t count, const F &f, Out *dst, Operand<In>... src)
{
    std::tuple<ChunkReader<In>...> readers(src...);
    Result results[chunk_size];
    for (std::int64_t begin = 0; begin < count; begin += chunk_size)
    {
        const std::int64_t length = std::min(chunk_size, count - begin);
        const auto run = [&](auto &...read) {
            if constexpr (is_of_runs<F, Result, ComputeType<In>...>)
            {
                f(results, length, read(begin, length)...);
            }
            else
            {
                Each<const F &>{f}(results, length, read(begin, length)...);
            }
        };
        std::apply(run, readers);
        store_run<Chip>(results, length, dst + begin);
    }
}

// Sum of f(src[i]...), 0 <= i < count, in an order that depends on count alone.
template <class F, class... In>
float sum_in_chunks(std::int64_t count, const F &f, Operand<In>... src)
{
    std::tuple<ChunkReader<In>...> readers(src...);
    float total = 0.0f;
    for (std::int64_t begin = 0; begin < count; begin += chunk_size)
    {
        const std::int64_t length = std::min(chunk_size, count - begin);
        std::apply(
            [&](auto &...read) {
                const auto add = [&](const auto *...values) { total += sum(length, [&](std::int64_t i) { return f(values[i]...); }); };
                add(read(begin, length)...);
            },
            readers);
    }
    return total;
}

// This core's share of a contiguous transform.
template <class Chip, class Result, class Out, class F, class... In>
void transform_share(KernelContext &ctx, std::int64_t count, const F &f, Out *dst, const In *...src)
{
    const Slice part = ctx.slice(count);
    transform<Chip, Result>(part.size(), f, dst + part.begin, Operand<In>{src + part.begin}...);
    ctx.count_flops(static_cast<double>(part.size()));
}

// This core's share of a transform whose inputs are broadcast; dst is contiguous.
template <class Chip, class Result, class Out, class F, class... In>
void transform_broadcast(KernelContext &ctx, const Shape &shape, const std::array<Shape, sizeof...(In)> &strides, const F &f, Out *dst,
                         const In *...src)
{
    const StridedLoop<sizeof...(In)> loop(shape, strides);
    const Slice part = ctx.slice(loop.total());
    Out *target = dst + part.begin;
    loop.for_each_run(part, [&](const auto &offsets, std::int64_t length) {
        int t = 0;
        const auto operand = [&](const auto *data) {
            const Operand<std::decay_t<decltype(*data)>> run{data + offsets[t], loop.inner_stride(t)};
            ++t;
            return run;
        };
        std::tuple<Operand<In>...> runs{operand(src)...};
        std::apply([&](auto... run) { transform<Chip, Result>(length, f, target, run...); }, runs);
        target += length;
    });
    ctx.count_flops(static_cast<double>(part.size()));
}

template <class Args, class = void>
struct has_operand_dims : std::false_type
{
};

template <class Args>
struct has_operand_dims<Args, std::void_t<decltype(Args::input_dim), decltype(Args::other_dim)>> : std::true_type
{
};

// Kernels of one input, for structs with input_global_addr, output_global_addr, shape, dim, dtype.
template <class Chip, Types types = Types::floats, class Args, class F>
void unary(KernelContext &ctx, const Args &api, const F &f)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch<Chip, types>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *src = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        transform_share<Chip, ComputeType<T>>(ctx, count, f, TPUSIM_OUT(ctx, api, output_global_addr, T, count), src);
    });
}

// A scalar of a struct as a number of the compute type, rounded to T as a value of T would be; integers to the nearest, halves to even.
template <class Chip, class T>
ComputeType<T> scalar_of(float value)
{
    if constexpr (std::is_integral_v<T>)
    {
        return saturate<T>(std::rint(value));
    }
    else
    {
        return widened(from_float<Chip, T>(value));
    }
}

// output[i] = f(x[i], scalar), for structs with `scalar`.
template <class Chip, Types types = Types::any, class Args, class F>
void with_scalar(KernelContext &ctx, const Args &api, const F &f)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch<Chip, types>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const auto scalar = scalar_of<Chip, T>(api.scalar);
        const T *src = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        transform_share<Chip, ComputeType<T>>(
            ctx, count, [&](auto x) { return f(x, scalar); }, TPUSIM_OUT(ctx, api, output_global_addr, T, count), src);
    });
}

// The same with uint8 results.
template <class Chip, Types types = Types::any, class Args, class F>
void unary_predicate(KernelContext &ctx, const Args &api, const F &f)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch<Chip, types>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *src = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        transform_share<Chip, std::uint8_t>(ctx, count, f, TPUSIM_OUT(ctx, api, output_global_addr, std::uint8_t, count), src);
    });
}

// Kernels of two inputs of one shape: input_global_addr, other_global_addr, output_global_addr, shape, dim, dtype.
// Predicates have uint8 results.
template <class Chip, Types types = Types::any, bool predicate = false, class Args, class F>
void binary(KernelContext &ctx, const Args &api, const F &f)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch<Chip, types>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        using Out = std::conditional_t<predicate, std::uint8_t, T>;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        const T *other = TPUSIM_IN(ctx, api, other_global_addr, T, count);
        using Result = std::conditional_t<predicate, std::uint8_t, ComputeType<T>>;
        transform_share<Chip, Result>(ctx, count, f, TPUSIM_OUT(ctx, api, output_global_addr, Out, count), input, other);
    });
}

// Shapes of two operands: of one number of dimensions, or of a number each and then aligned at the last one.
template <class Args>
std::array<Shape, 2> operand_shapes(KernelContext &ctx, const Args &api)
{
    if constexpr (has_operand_dims<Args>::value)
    {
        const Shape input = read_shape(ctx, &api.input_shape, api.input_dim, "input_shape");
        const Shape other = read_shape(ctx, &api.other_shape, api.other_dim, "other_shape");
        const int dim = std::max(input.dim, other.dim);
        return {input.padded(dim), other.padded(dim)};
    }
    else
    {
        return {read_shape(ctx, &api.input_shape, api.dim, "input_shape"), read_shape(ctx, &api.other_shape, api.dim, "other_shape")};
    }
}

// Two operands broadcast to each other: the result's shape, and strides that repeat what is repeated.
struct BroadcastOperands
{
    Shape input;
    Shape other;
    Shape shape;
    std::array<Shape, 2> strides;

    BroadcastOperands(KernelContext &ctx, const std::array<Shape, 2> &shapes)
        : input(shapes[0]), other(shapes[1]), shape(broadcast_shape(input, other))
    {
        require_count(ctx, shape, "other_shape");
        strides = {broadcast_strides(ctx, input, shape, "input_shape"), broadcast_strides(ctx, other, shape, "other_shape")};
    }
};

// The same with input_shape and other_shape, broadcast to each other.
template <class Chip, Types types = Types::any, bool predicate = false, class Args, class F>
void binary_broadcast(KernelContext &ctx, const Args &api, const F &f)
{
    const BroadcastOperands operands(ctx, operand_shapes(ctx, api));
    dispatch<Chip, types>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        using Out = std::conditional_t<predicate, std::uint8_t, T>;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, operands.input.count());
        const T *other = TPUSIM_IN(ctx, api, other_global_addr, T, operands.other.count());
        Out *output = TPUSIM_OUT(ctx, api, output_global_addr, Out, operands.shape.count());
        using Result = std::conditional_t<predicate, std::uint8_t, ComputeType<T>>;
        transform_broadcast<Chip, Result>(ctx, operands.shape, operands.strides, f, output, input, other);
    });
}

// Kernels whose function is a type without state, for TPUSIM_KERNEL_OF.
template <class Chip, class Args, class F, Types types = Types::any>
void unary_of(KernelContext &ctx, const Args &api)
{
    unary<Chip, types>(ctx, api, F{});
}

template <class Chip, class Args, class F, Types types = Types::any>
void binary_of(KernelContext &ctx, const Args &api)
{
    binary<Chip, types>(ctx, api, F{});
}

template <class Chip, class Args, class F, Types types = Types::any>
void broadcast_of(KernelContext &ctx, const Args &api)
{
    binary_broadcast<Chip, types>(ctx, api, F{});
}

template <class Chip, class Args, class F, Types types = Types::any>
void with_scalar_of(KernelContext &ctx, const Args &api)
{
    with_scalar<Chip, types>(ctx, api, F{});
}

} // namespace tpusim
