// Walks N tensors of one shape and different strides in long runs along the innermost dimension. No kernel is registered here.
#pragma once

#include "arrays.h"

namespace tpusim
{

// Strides that read a tensor of `shape` as one of `target`: 0 where a size of 1 is repeated.
inline Shape broadcast_strides(KernelContext &ctx, const Shape &shape, const Shape &target, const char *argument)
{
    Shape strides = shape.contiguous_strides();
    for (int axis = 0; axis < target.dim; ++axis)
    {
        if (shape[axis] != target[axis])
        {
            if (shape[axis] != 1)
            {
                ctx.fault(argument, "has size " + std::to_string(shape[axis]) + " in dimension " + std::to_string(axis) +
                                        ", which does not broadcast to " + std::to_string(target[axis]));
            }
            strides.size[axis] = 0;
        }
    }
    return strides;
}

// Per dimension the larger of two sizes, or the other's where one is 1.
inline Shape broadcast_shape(const Shape &a, const Shape &b)
{
    Shape result = a;
    for (int axis = 0; axis < a.dim; ++axis)
    {
        result.size[axis] = a[axis] == 1 ? b[axis] : a[axis];
    }
    return result;
}

// Elements from the first that a strided tensor touches to one past the last. Strides must not be negative.
inline std::int64_t extent(KernelContext &ctx, const Shape &shape, const Shape &strides, const char *argument)
{
    std::int64_t last = 0;
    for (int axis = 0; axis < shape.dim; ++axis)
    {
        if (strides[axis] < 0)
        {
            ctx.fault(argument, "is negative in dimension " + std::to_string(axis));
        }
        last = std::min(last + (shape[axis] - 1) * strides[axis], 2 * max_elements); // more is refused with the address
    }
    return shape.count() == 0 ? 0 : last + 1;
}

template <int N>
class StridedLoop
{
public:
    using Offsets = std::array<std::int64_t, N>;

    StridedLoop(const Shape &shape, const std::array<Shape, N> &strides) : total_(shape.count())
    {
        for (int axis = 0; axis < shape.dim; ++axis)
        {
            append(shape[axis], strides, axis);
        }
        if (dim_ == 0)
        {
            size_[dim_++] = 1;
        }
    }

    std::int64_t total() const { return total_; }
    std::int64_t inner_stride(int tensor) const { return stride_[dim_ - 1][tensor]; }

    // body(offsets, length) for each run of consecutive elements `part` of the row-major order; an element of tensor t in the run lies at
    // offsets[t] + i * inner_stride(t).
    template <class Body>
    void for_each_run(Slice part, Body &&body) const
    {
        std::array<std::int64_t, FW_MAX_SHAPE_DIMS> index{};
        std::int64_t rest = part.begin;
        Offsets offsets{};
        for (int axis = dim_ - 1; axis >= 0 && part.size() > 0; --axis)
        {
            index[axis] = rest % size_[axis];
            rest /= size_[axis];
            move(offsets, axis, index[axis]);
        }
        for (std::int64_t done = part.begin; done < part.end;)
        {
            const std::int64_t length = std::min(size_[dim_ - 1] - index[dim_ - 1], part.end - done);
            body(static_cast<const Offsets &>(offsets), length);
            done += length;
            step(index, offsets);
        }
    }

private:
    // Adds a dimension, or lengthens the last one where all tensors are laid out as if the two were one.
    void append(std::int64_t size, const std::array<Shape, N> &strides, int axis)
    {
        if (size == 1)
        {
            return;
        }
        bool joins = dim_ > 0;
        for (int t = 0; t < N && joins; ++t)
        {
            joins = stride_[dim_ - 1][t] == strides[t][axis] * size;
        }
        const int target = joins ? dim_ - 1 : dim_++;
        size_[target] = joins ? size_[target] * size : size;
        for (int t = 0; t < N; ++t)
        {
            stride_[target][t] = strides[t][axis];
        }
    }

    void move(Offsets &offsets, int axis, std::int64_t by) const
    {
        for (int t = 0; t < N; ++t)
        {
            offsets[t] += by * stride_[axis][t];
        }
    }

    // To the start of the next row.
    void step(std::array<std::int64_t, FW_MAX_SHAPE_DIMS> &index, Offsets &offsets) const
    {
        move(offsets, dim_ - 1, -index[dim_ - 1]);
        index[dim_ - 1] = 0;
        for (int axis = dim_ - 2; axis >= 0; --axis)
        {
            move(offsets, axis, 1);
            if (++index[axis] < size_[axis])
            {
                return;
            }
            move(offsets, axis, -size_[axis]);
            index[axis] = 0;
        }
    }

    std::int64_t total_;
    int dim_ = 0;
    std::array<std::int64_t, FW_MAX_SHAPE_DIMS> size_{};
    std::array<Offsets, FW_MAX_SHAPE_DIMS> stride_{};
};

} // namespace tpusim
