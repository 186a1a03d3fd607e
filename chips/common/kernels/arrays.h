// Elements of any dtype as Eigen arrays: loading, storing with the chip's rounding, shapes. No kernel is registered here.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "../dispatch.h"
#include "../kernel.h"
#include "sg_api_struct.h"

namespace tpusim
{

// Type a kernel computes in: integers in their own type, every float format in f32.
template <class T>
using ComputeType = std::conditional_t<std::is_arithmetic_v<T>, T, float>;

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

// dst[i] = src[i * stride], widened to the compute type. Stride 0 repeats one element.
template <class T>
void load(const T *src, std::int64_t stride, std::int64_t count, ComputeType<T> *dst)
{
    ArrayView<ComputeType<T>> out(dst, count);
    if (stride == 0 && count > 0)
    {
        ComputeType<T> value;
        load(src, 1, 1, &value);
        out.setConstant(value);
    }
    else if constexpr (std::is_arithmetic_v<T>)
    {
        out = ConstStridedView<T>(src, count, Eigen::InnerStride<>(stride));
    }
    else if (std::is_same_v<T, f16> && stride == 1)
    {
        out = ConstArrayView<Eigen::half>(reinterpret_cast<const Eigen::half *>(src), count).template cast<float>();
    }
    else
    {
        for (std::int64_t i = 0; i < count; ++i)
        {
            dst[i] = to_float(src[i * stride]);
        }
    }
}

// dst = values, an expression of one row or column, rounded to T as the chip rounds.
template <class Chip, class T, class Expression>
void store(const Expression &values, T *dst)
{
    using Value = typename Expression::Scalar;
    if constexpr (std::is_same_v<Value, T>)
    {
        ArrayView<T>(dst, values.size()) = values;
    }
    else if constexpr (!std::is_same_v<Value, float>)
    {
        ArrayView<T>(dst, values.size()) = values.template cast<T>();
    }
    else
    {
        for (std::int64_t begin = 0; begin < values.size(); begin += chunk_size)
        {
            const Chunk chunk = values.segment(begin, std::min<std::int64_t>(chunk_size, values.size() - begin));
            if constexpr (std::is_same_v<T, f16>)
            {
                ArrayView<Eigen::half>(reinterpret_cast<Eigen::half *>(dst + begin), chunk.size()) = chunk.template cast<Eigen::half>();
                continue;
            }
            for (Eigen::Index i = 0; i < chunk.size(); ++i)
            {
                dst[begin + i] = from_float<Chip, T>(chunk(i));
            }
        }
    }
}

// Movement depends on the element size only. body receives an unsigned integer type of that size.
template <class Chip, class Body>
void dispatch_size(KernelContext &ctx, int code, const char *argument, Body &&body)
{
    dispatch_any<Chip>(ctx, code, argument, [&](auto tag) {
        constexpr std::size_t size = sizeof(typename decltype(tag)::type);
        using Bits = std::conditional_t<
            size == 1, std::uint8_t,
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
