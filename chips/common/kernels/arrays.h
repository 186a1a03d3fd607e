// Elements of any dtype as Eigen arrays: loading, storing with the chip's rounding, shapes. No kernel is registered here.
#pragma once

#ifdef __F16C__
#include <immintrin.h>
#endif

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>

#include "../dispatch.h"
#include "../kernel.h"
#include "sg_api/types.h"

namespace tpusim
{

// Type a kernel computes in: integers in their own type, every float format in f32.
template <class T>
using ComputeType = std::conditional_t<std::is_arithmetic_v<T>, T, float>;

template <class T>
ComputeType<T> widened(T value)
{
    if constexpr (std::is_arithmetic_v<T>)
    {
        return value;
    }
    else
    {
        return to_float(value);
    }
}

// Elements converted at a time, so that intermediate f32 values stay in the first-level cache.
constexpr std::int64_t chunk_size = 1024;
template <class T>
using ChunkOf = Eigen::Array<T, Eigen::Dynamic, 1, 0, chunk_size, 1>; // on the stack
using Chunk = ChunkOf<float>;

template <class T>
using ArrayView = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;
template <class T>
using ConstArrayView = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;
template <class T>
using ConstStridedView = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>, 0, Eigen::InnerStride<>>;

// dst[i] = src[i], 0 <= i < count - count % 8; returns how many.
inline std::int64_t widen_eights([[maybe_unused]] const f16 *src, [[maybe_unused]] std::int64_t count, [[maybe_unused]] float *dst)
{
    std::int64_t done = 0;
#ifdef __F16C__
    for (; done + 8 <= count; done += 8)
    {
        _mm256_storeu_ps(dst + done, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(src + done))));
    }
#endif
    return done;
}

inline std::int64_t narrow_eights([[maybe_unused]] const float *src, [[maybe_unused]] std::int64_t count, [[maybe_unused]] f16 *dst)
{
    std::int64_t done = 0;
#ifdef __F16C__
    const __m256 nan = _mm256_set1_ps(std::numeric_limits<float>::quiet_NaN());
    for (; done + 8 <= count; done += 8)
    {
        const __m256 values = _mm256_loadu_ps(src + done);
        const __m256 canonical = _mm256_blendv_ps(values, nan, _mm256_cmp_ps(values, values, _CMP_UNORD_Q));
        _mm_storeu_si128(reinterpret_cast<__m128i *>(dst + done), _mm256_cvtps_ph(canonical, _MM_FROUND_TO_NEAREST_INT));
    }
#endif
    return done;
}

// dst[i] = src[i * stride], widened to the compute type. Stride 0 repeats one element.
template <class T>
void load(const T *src, std::int64_t stride, std::int64_t count, ComputeType<T> *dst)
{
    std::int64_t i = 0;
    if constexpr (std::is_same_v<T, f16>)
    {
        i = stride == 1 ? widen_eights(src, count, dst) : 0;
    }
    if (stride == 1) // by itself, since it is vectorised
    {
        for (; i < count; ++i)
        {
            dst[i] = widened(src[i]);
        }
        return;
    }
    for (; i < count; ++i)
    {
        dst[i] = widened(src[i * stride]);
    }
}

// dst[i] = values[i], of a compute type, rounded to T as the chip rounds; integers keep their low bits.
template <class Chip, class T, class Value>
void store_run(const Value *values, std::int64_t count, T *dst)
{
    std::int64_t i = 0;
    if constexpr (std::is_same_v<T, f16>)
    {
        i = narrow_eights(values, count, dst);
    }
    for (; i < count; ++i)
    {
        if constexpr (std::is_same_v<Value, float>)
        {
            dst[i] = from_float<Chip, T>(values[i]);
        }
        else
        {
            dst[i] = static_cast<T>(values[i]);
        }
    }
}

// dst = values, an Eigen expression of one row or column in f32.
template <class Chip, class T, class Expression>
void store(const Expression &values, T *dst)
{
    for (std::int64_t begin = 0; begin < values.size(); begin += chunk_size)
    {
        const Chunk chunk = values.segment(begin, std::min<std::int64_t>(chunk_size, values.size() - begin));
        store_run<Chip>(chunk.data(), chunk.size(), dst + begin);
    }
}

// --- sums and products in an order that depends on the number of elements alone, not on where they lie ---

constexpr int running = 16; // totals that run side by side, so that the loop is vectorised

// Element i of a column goes to running total i % running; then halves are added to halves.
template <class Combine>
float combine_totals(float (&totals)[running], const Combine &combine)
{
    for (int step = running / 2; step > 0; step /= 2)
    {
        for (int i = 0; i < step; ++i)
        {
            totals[i] = combine(totals[i], totals[i + step]);
        }
    }
    return totals[0];
}

// value(i), 0 <= i < count, into the totals; what follows on it is right where `count` is a multiple of `running`.
template <class Combine, class Value>
void accumulate_into(float (&totals)[running], std::int64_t count, const Combine &combine, const Value &value)
{
    std::int64_t i = 0;
    for (; i + running <= count; i += running)
    {
        for (int j = 0; j < running; ++j)
        {
            totals[j] = combine(totals[j], value(i + j));
        }
    }
    for (int j = 0; i + j < count; ++j)
    {
        totals[j] = combine(totals[j], value(i + j));
    }
}

// Of value(i), 0 <= i < count.
template <class Combine, class Value>
float accumulate(std::int64_t count, float start, const Combine &combine, const Value &value)
{
    float totals[running];
    std::fill_n(totals, running, start);
    accumulate_into(totals, count, combine, value);
    return combine_totals(totals, combine);
}

template <class Value>
float sum(std::int64_t count, const Value &value)
{
    return accumulate(count, 0.0f, std::plus<float>{}, value);
}

inline float sum(const Eigen::ArrayXf &values)
{
    return sum(values.size(), [data = values.data()](std::int64_t i) { return data[i]; });
}

inline float sum_of_products(const Eigen::ArrayXf &a, const Eigen::ArrayXf &b)
{
    return sum(a.size(), [x = a.data(), y = b.data()](std::int64_t i) { return x[i] * y[i]; });
}

// Movement depends on the element size only. body receives an unsigned integer type of that size.
template <class Chip, class Body>
void dispatch_size(KernelContext &ctx, int code, const char *argument, Body &&body)
{
    dispatch_any<Chip>(ctx, code, argument, [&](auto tag) {
        constexpr std::size_t size = sizeof(typename decltype(tag)::type);
        using Bits =
            std::conditional_t<size == 1, std::uint8_t,
                               std::conditional_t<size == 2, std::uint16_t, std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>>;
        body(TypeTag<Bits>{});
    });
}

// A shape or stride field of an argument struct, checked, as 64-bit numbers.
struct Shape
{
    int dim = 0;
    std::array<std::int64_t, FW_MAX_SHAPE_DIMS> size{};

    std::int64_t operator[](int axis) const { return size[axis]; }

    // Product of the sizes of the axes begin <= axis < end.
    std::int64_t count(int begin, int end) const
    {
        std::int64_t product = 1;
        for (int axis = begin; axis < end; ++axis)
        {
            product *= size[axis];
        }
        return product;
    }
    std::int64_t count() const { return count(0, dim); }

    // With sizes of 1 before its own, so that it has `dims` dimensions.
    Shape padded(int dims) const
    {
        Shape result{dims, {}};
        result.size.fill(1);
        std::copy_n(size.begin(), dim, result.size.begin() + (dims - dim));
        return result;
    }

    Shape contiguous_strides() const
    {
        Shape strides{dim, {}};
        for (int axis = dim - 1; axis >= 0; --axis)
        {
            strides.size[axis] = count(axis + 1, dim);
        }
        return strides;
    }
};

// `values` is an int field of a packed struct, which need not be aligned; therefore bytes.
inline Shape read_ints(KernelContext &ctx, const void *values, int dim, const char *argument)
{
    if (dim < 0 || dim > FW_MAX_SHAPE_DIMS)
    {
        ctx.fault(argument, "has " + std::to_string(dim) + " dimensions; kernels take 0 to " + std::to_string(FW_MAX_SHAPE_DIMS));
    }
    std::array<int, FW_MAX_SHAPE_DIMS> raw{};
    std::memcpy(raw.data(), values, sizeof(int) * static_cast<std::size_t>(dim));
    Shape shape{dim, {}};
    std::copy(raw.begin(), raw.begin() + dim, shape.size.begin());
    return shape;
}

// Every product of some of the sizes is a number of elements that a memory could hold, also where another size is 0.
inline void require_count(const KernelContext &ctx, const Shape &shape, const char *argument)
{
    std::int64_t product = 1;
    for (int axis = 0; axis < shape.dim; ++axis)
    {
        product = ctx.elements(argument, {product, std::max<std::int64_t>(1, shape[axis])});
    }
}

inline Shape read_shape(KernelContext &ctx, const void *values, int dim, const char *argument)
{
    const Shape shape = read_ints(ctx, values, dim, argument);
    for (int axis = 0; axis < dim; ++axis)
    {
        if (shape[axis] < 0)
        {
            ctx.fault(argument, "has the negative size " + std::to_string(shape[axis]) + " in dimension " + std::to_string(axis));
        }
    }
    require_count(ctx, shape, argument);
    return shape;
}

inline void require_axis(KernelContext &ctx, int axis, int dim, const char *argument)
{
    if (axis < 0 || axis >= dim)
    {
        ctx.fault(argument, "is " + std::to_string(axis) + " for a tensor of " + std::to_string(dim) + " dimensions");
    }
}

} // namespace tpusim
