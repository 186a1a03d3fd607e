// Kernels that put the same elements elsewhere: flip, repeat, pad, squeeze, triangularize, slice_scatter.
#pragma once

#include "axis_maps.h"
#include "elementwise.h"
#include "lanes.h"
#include "sg_api/rearrange.h"

namespace tpusim
{

// An axis that may count from the end.
inline int counted_axis(KernelContext &ctx, int axis, int dim, const char *argument)
{
    const int counted = axis < 0 ? axis + dim : axis;
    require_axis(ctx, axis < 0 && counted < 0 ? axis : counted, dim, argument);
    return counted;
}

// Pairs of rows change places, so that the output may be the input.
template <class Chip>
void flip_kernel(KernelContext &ctx, const sg_api_flip_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    const int axis = counted_axis(ctx, api.axis, api.dim, "axis");
    const Lanes lanes(shape, axis, axis + 1);
    dispatch_size<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, lanes.elements());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, lanes.elements());
        const std::int64_t pairs = lanes.elements() == 0 ? 0 : (lanes.size + 1) / 2;
        const Slice part = ctx.slice(lanes.outer * pairs);
        for (std::int64_t pair = part.begin; pair < part.end; ++pair)
        {
            const std::int64_t first = (pair / pairs * lanes.size + pair % pairs) * lanes.inner;
            const std::int64_t second = (pair / pairs * lanes.size + lanes.size - 1 - pair % pairs) * lanes.inner;
            for (std::int64_t i = 0; i < lanes.inner; ++i)
            {
                const T left = input[first + i];
                output[first + i] = input[second + i];
                output[second + i] = left;
            }
        }
    });
}
TPUSIM_KERNEL(flip, sg_api_flip_t)

template <class Chip>
void repeat_kernel(KernelContext &ctx, const sg_api_repeat_t &api)
{
    const Shape own = read_shape(ctx, &api.shape, api.dim, "shape");
    const Shape times = read_shape(ctx, &api.repeat_times, api.repeat_dim, "repeat_times");
    if (times.dim < own.dim)
    {
        ctx.fault("repeat_dim", "is " + std::to_string(times.dim) + " for an input of " + std::to_string(own.dim) + " dimensions");
    }
    const Shape shape = own.padded(times.dim);
    Shape repeated = shape;
    for (int axis = 0; axis < shape.dim; ++axis)
    {
        repeated.size[axis] = ctx.elements("repeat_times", {shape[axis], times[axis]});
    }
    require_count(ctx, repeated, "repeat_times");
    const Shape strides = shape.contiguous_strides();
    const auto map = [&](int axis) {
        AxisMap places(static_cast<std::size_t>(repeated[axis]));
        for (std::int64_t i = 0; i < repeated[axis]; ++i)
        {
            places[i] = i % shape[axis] * strides[axis];
        }
        return places;
    };
    dispatch_size<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, shape.count());
        copy_mapped(ctx, repeated, map, input, T{}, TPUSIM_OUT(ctx, api, output_global_addr, T, repeated.count()));
    });
}
TPUSIM_KERNEL(repeat, sg_api_repeat_t)

// --- pad ---

// Index in a dimension of `size` of what stands at `at`, which may lie before its start or behind its end.
inline std::int64_t padded_index(KernelContext &ctx, std::int64_t at, std::int64_t size, int mode)
{
    if (at >= 0 && at < size)
    {
        return at;
    }
    const std::int64_t beyond = at < 0 ? -at : at - size + 1; // places from the end, 1 or more
    const bool reaches = mode == PAD_REPLICATE ? size > 0 : mode == PAD_REFLECT ? beyond < size : beyond <= size;
    if (mode != PAD_CONSTANT && !reaches)
    {
        ctx.fault("pad", "reaches " + std::to_string(beyond) + " places beyond a dimension of size " + std::to_string(size));
    }
    switch (mode)
    {
    case PAD_REFLECT:
        return at < 0 ? beyond : size - 1 - beyond;
    case PAD_SYMMETRIC:
        return at < 0 ? beyond - 1 : size - beyond;
    case PAD_REPLICATE:
        return at < 0 ? 0 : size - 1;
    case PAD_CIRCULAR:
        return at < 0 ? size - beyond : beyond - 1;
    default:
        return outside;
    }
}

template <class Chip>
void pad_kernel(KernelContext &ctx, const sg_api_pad_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    if (api.mode < PAD_CONSTANT || api.mode > PAD_CIRCULAR)
    {
        ctx.fault("mode", "is " + std::to_string(api.mode) + ", which names no padding");
    }
    if (api.pad_size < 0 || api.pad_size % 2 != 0 || api.pad_size / 2 > shape.dim)
    {
        ctx.fault("pad_size", "is " + std::to_string(api.pad_size) + " for an input of " + std::to_string(shape.dim) + " dimensions");
    }
    const Shape pad = read_ints(ctx, &api.pad, api.pad_size, "pad_size");
    const int first = shape.dim - api.pad_size / 2;
    Shape padded = shape;
    for (int axis = first; axis < shape.dim; ++axis)
    {
        padded.size[axis] = ctx.elements("pad", {shape[axis] + pad[2 * (axis - first)] + pad[2 * (axis - first) + 1]});
    }
    require_count(ctx, padded, "pad");
    const Shape strides = shape.contiguous_strides();
    const auto map = [&](int axis) {
        const std::int64_t before = axis < first ? 0 : pad[2 * (axis - first)];
        const std::int64_t behind = axis < first ? 0 : pad[2 * (axis - first) + 1];
        // What turns round, as PyTorch, is what a negative padding leaves.
        const bool cut = api.mode == PAD_CIRCULAR;
        const std::int64_t from = cut ? std::max<std::int64_t>(0, -before) : 0;
        const std::int64_t to = shape[axis] - (cut ? std::max<std::int64_t>(0, -behind) : 0);
        AxisMap places(static_cast<std::size_t>(padded[axis]));
        for (std::int64_t i = 0; i < padded[axis]; ++i)
        {
            const std::int64_t at = padded_index(ctx, i - before - from, to - from, api.mode);
            places[i] = at == outside ? outside : (from + at) * strides[axis];
        }
        return places;
    };
    dispatch_any<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        T value{};
        const auto number = scalar_of<Chip, T>(api.value);
        store_run<Chip>(&number, 1, &value);
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, shape.count());
        copy_mapped(ctx, padded, map, input, value, TPUSIM_OUT(ctx, api, output_global_addr, T, padded.count()));
    });
}
TPUSIM_KERNEL(pad, sg_api_pad_t)

template <class Chip>
void squeeze_kernel(KernelContext &ctx, const sg_api_squeeze_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    dispatch_size<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, count);
        const Slice part = ctx.slice(count);
        if (part.size() > 0)
        {
            std::memmove(output + part.begin, input + part.begin, static_cast<std::size_t>(part.size()) * sizeof(T));
        }
    });
}
TPUSIM_KERNEL(squeeze, sg_api_squeeze_t)

template <class Chip>
void triangularize_kernel(KernelContext &ctx, const sg_api_triangularize_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dims, "shape");
    if (shape.dim < 2)
    {
        ctx.fault("dims", "is " + std::to_string(shape.dim) + "; a matrix has two dimensions");
    }
    const std::int64_t height = shape[shape.dim - 2];
    const std::int64_t width = shape[shape.dim - 1];
    dispatch_size<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, shape.count());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, shape.count());
        const Slice part = ctx.slice(width == 0 ? 0 : shape.count(0, shape.dim - 1));
        for (std::int64_t row = part.begin; row < part.end; ++row)
        {
            const std::int64_t diagonal = row % height + api.diagonal;
            const std::int64_t begin = api.is_upper != 0 ? std::clamp<std::int64_t>(diagonal, 0, width) : 0;
            const std::int64_t end = api.is_upper != 0 ? width : std::clamp<std::int64_t>(diagonal + 1, 0, width);
            T *target = output + row * width;
            std::memmove(target + begin, input + row * width + begin, static_cast<std::size_t>(end - begin) * sizeof(T));
            std::fill(target, target + begin, T{});
            std::fill(target + end, target + width, T{});
        }
    });
}
TPUSIM_KERNEL(triangularize, sg_api_triangularize_t)

// The cores share out what lies before the axis: each copies and then scatters its own.
template <class Chip>
void slice_scatter_kernel(KernelContext &ctx, const sg_api_slice_scatter_t &api)
{
    const Shape shape = read_shape(ctx, &api.input_shape, api.input_dim, "input_shape");
    const Shape source = read_shape(ctx, &api.src_shape, api.input_dim, "src_shape");
    require_axis(ctx, api.dim, api.input_dim, "dim");
    for (int axis = 0; axis < shape.dim; ++axis)
    {
        if (axis != api.dim && shape[axis] != source[axis])
        {
            ctx.fault("src_shape", "has size " + std::to_string(source[axis]) + " in dimension " + std::to_string(axis) +
                                       ", the input has " + std::to_string(shape[axis]));
        }
    }
    const Lanes to(shape, api.dim, api.dim + 1);
    const std::int64_t rows = source[api.dim];
    const std::int32_t *indices = TPUSIM_IN(ctx, api, indices_global_addr, std::int32_t, ctx.elements("src_shape", {to.outer, rows}));
    dispatch_size<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, to.elements());
        const T *src = TPUSIM_IN(ctx, api, src_global_addr, T, source.count());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, to.elements());
        const std::int64_t plane = to.size * to.inner;
        const Slice part = ctx.slice(plane == 0 ? 0 : to.outer);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            std::memmove(output + i * plane, input + i * plane, static_cast<std::size_t>(plane) * sizeof(T));
            for (std::int64_t j = 0; j < rows; ++j)
            {
                const std::int64_t row = indices[i * rows + j];
                if (row < 0 || row >= to.size)
                {
                    ctx.fault("indices_global_addr", "index " + std::to_string(row) + " at position " + std::to_string(i * rows + j) +
                                                         " is outside an axis of size " + std::to_string(to.size));
                }
                std::copy_n(src + (i * rows + j) * to.inner, to.inner, output + i * plane + row * to.inner);
            }
        }
    });
}
TPUSIM_KERNEL(slice_scatter, sg_api_slice_scatter_t)

} // namespace tpusim
