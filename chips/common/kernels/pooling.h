// Windows over planes: pooling and its gradients, the gradient of an upsampling, and upsampling itself.
#pragma once

#include <numeric>

#include "elementwise.h"
#include "sg_api/pooling.h"

namespace tpusim
{

// One direction of a plane: windows of `size` places, `stride` apart, over `in` elements with `pad` places on both sides.
struct WindowAxis
{
    std::int64_t in, out, size, stride, pad;

    std::int64_t start(std::int64_t at) const { return at * stride - pad; }
    std::int64_t first(std::int64_t at) const { return std::clamp<std::int64_t>(start(at), 0, in); }
    std::int64_t last(std::int64_t at) const { return std::clamp<std::int64_t>(start(at) + size, 0, in); }
    // Places of the window up to the end of the padding.
    std::int64_t places(std::int64_t at) const { return std::min(start(at) + size, in + pad) - start(at); }
};

struct Windows
{
    std::int64_t planes;
    WindowAxis vertical, horizontal;

    std::int64_t input_count() const { return planes * vertical.in * horizontal.in; }
    std::int64_t output_count() const { return planes * vertical.out * horizontal.out; }
};

template <class Args>
Windows read_windows(KernelContext &ctx, const Args &api)
{
    const Shape input = read_shape(ctx, &api.input_shape, 4, "input_shape");
    const Shape output = read_shape(ctx, &api.output_shape, 4, "output_shape");
    const PoolingDescriptor_t window = api.pooling_desc;
    if (input[0] != output[0] || input[1] != output[1])
    {
        ctx.fault("output_shape", "has other planes than input_shape");
    }
    if (window.kh < 1 || window.kw < 1 || window.stride_h < 1 || window.stride_w < 1 || window.pad_h < 0 || window.pad_w < 0)
    {
        ctx.fault("pooling_desc", "window and stride must be positive, padding must not be negative");
    }
    const WindowAxis vertical{input[2], output[2], window.kh, window.stride_h, window.pad_h};
    const WindowAxis horizontal{input[3], output[3], window.kw, window.stride_w, window.pad_w};
    for (const WindowAxis &axis : {vertical, horizontal})
    {
        if (axis.out > 0 && axis.places(axis.out - 1) < 1)
        {
            ctx.fault("output_shape", "the last of " + std::to_string(axis.out) + " windows lies behind the padding");
        }
    }
    return {input[0] * input[1], vertical, horizontal};
}

// output = finish(elements of each window that are no padding, places of the window), row by row of the output.
template <class Chip, class Args, class F>
void over_windows(KernelContext &ctx, const Args &api, const F &finish)
{
    const Windows windows = read_windows(ctx, api);
    const WindowAxis &vertical = windows.vertical;
    const WindowAxis &horizontal = windows.horizontal;
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, windows.input_count());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, windows.output_count());
        const Slice rows = ctx.slice(horizontal.out == 0 ? 0 : windows.planes * vertical.out);
        std::vector<float> values;
        for (std::int64_t row = rows.begin; row < rows.end; ++row)
        {
            const std::int64_t y = row % vertical.out;
            const T *plane = input + row / vertical.out * vertical.in * horizontal.in;
            for (std::int64_t x = 0; x < horizontal.out; ++x)
            {
                const std::int64_t begin = horizontal.first(x);
                const std::int64_t width = horizontal.last(x) - begin;
                values.resize(static_cast<std::size_t>((vertical.last(y) - vertical.first(y)) * width));
                float *target = values.data();
                for (std::int64_t line = vertical.first(y); line < vertical.last(y); ++line, target += width)
                {
                    load(plane + line * horizontal.in + begin, 1, width, target);
                }
                output[row * horizontal.out + x] = from_float<Chip, T>(finish(values, vertical.places(y) * horizontal.places(x)));
            }
        }
        ctx.count_flops(static_cast<double>(rows.size() * horizontal.out * vertical.size * horizontal.size));
    });
}

inline float window_average(const std::vector<float> &values, std::int64_t places)
{
    const float total = sum(static_cast<std::int64_t>(values.size()), [&](std::int64_t i) { return values[i]; });
    return total / static_cast<float>(places);
}

inline float window_maximum(const std::vector<float> &values, std::int64_t)
{
    return std::accumulate(values.begin(), values.end(), -std::numeric_limits<float>::infinity(), maximum<float>);
}

template <class Chip>
void avg_pooling_kernel(KernelContext &ctx, const sg_api_pooling_t &api)
{
    switch (TPUSIM_CODE(api, pooling_desc.mode))
    {
    case POOLING_AVG:
        return over_windows<Chip>(ctx, api, window_average);
    case POOLING_MAX:
        return over_windows<Chip>(ctx, api, window_maximum);
    }
    ctx.fault("pooling_desc",
              "mode is " + std::to_string(TPUSIM_CODE(api, pooling_desc.mode)) + "; the kernel takes POOLING_AVG and POOLING_MAX");
}
TPUSIM_KERNEL(avg_pooling, sg_api_pooling_t)

template <class Chip>
void upsample_nearest2d_backward_kernel(KernelContext &ctx, const sg_api_upsample2d_backward_t &api)
{
    if (TPUSIM_CODE(api, pooling_desc.mode) != POOLING_AVG)
    {
        ctx.fault("pooling_desc", "mode is " + std::to_string(TPUSIM_CODE(api, pooling_desc.mode)) + "; the kernel takes POOLING_AVG");
    }
    over_windows<Chip>(ctx, api, [scale = static_cast<float>(api.scalar)](const std::vector<float> &values, std::int64_t places) {
        return window_average(values, 1) * (scale / static_cast<float>(places));
    });
}
TPUSIM_KERNEL_ON(single_core, upsample_nearest2d_backward, sg_api_upsample2d_backward_t)

// --- gradients of pooling, and the largest with its place ---

// What a gradient's two shapes have in common.
template <class Args>
std::pair<Shape, Shape> read_planes(KernelContext &ctx, const Args &api)
{
    const Shape input = read_shape(ctx, &api.input_shape, 4, "input_shape");
    const Shape output = read_shape(ctx, &api.output_shape, 4, "output_shape");
    if (input[0] != output[0] || input[1] != output[1])
    {
        ctx.fault("output_shape", "has other planes than input_shape");
    }
    return {input, output};
}

template <class Chip>
void avg_pooling_backward_kernel(KernelContext &ctx, const sg_api_avg_pooling_backward_t &api)
{
    const auto [gradient, plane] = read_planes(ctx, api);
    const std::int64_t size = api.kernel_size;
    if (size < 1)
    {
        ctx.fault("kernel_size", "is " + std::to_string(size) + "; a window has at least one element");
    }
    const std::int64_t rows = gradient[2], columns = gradient[3], width = plane[3], height = plane[2];
    if (rows * size > height || columns * size > width)
    {
        ctx.fault("input_shape", "has windows that lie behind the plane of output_shape");
    }
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&, &gradient = gradient, &plane = plane](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, gradient.count());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, plane.count());
        const float area = static_cast<float>(size) * static_cast<float>(size);
        const Slice lines = ctx.slice(width == 0 ? 0 : plane.count(0, 3));
        for (std::int64_t line = lines.begin; line < lines.end; ++line)
        {
            const std::int64_t row = line % height / size;
            const T *source = input + (line / height * rows + row) * columns;
            for (std::int64_t x = 0; x < width; ++x)
            {
                const bool inside = row < rows && x / size < columns;
                output[line * width + x] = from_float<Chip, T>(inside ? to_float(source[x / size]) / area : 0.0f);
            }
        }
        ctx.count_flops(static_cast<double>(lines.size() * width));
    });
}
TPUSIM_KERNEL(avg_pooling_backward, sg_api_avg_pooling_backward_t)

// Position in its plane of a window's largest element; the last NaN, if there is one.
template <class T>
std::int64_t find_largest(const Windows &windows, const T *plane, std::int64_t y, std::int64_t x)
{
    const WindowAxis &vertical = windows.vertical;
    const WindowAxis &horizontal = windows.horizontal;
    std::int64_t at = -1;
    float best = 0.0f;
    for (std::int64_t line = vertical.first(y); line < vertical.last(y); ++line)
    {
        for (std::int64_t column = horizontal.first(x); column < horizontal.last(x); ++column)
        {
            const float value = to_float(plane[line * horizontal.in + column]);
            if (at < 0 || value > best || value != value)
            {
                best = value;
                at = line * horizontal.in + column;
            }
        }
    }
    return at;
}

template <class Chip>
void max_pooling_with_mask_kernel(KernelContext &ctx, const sg_api_max_pooling_with_mask_t &api)
{
    if (TPUSIM_CODE(api, pooling_desc.mode) != POOLING_MAX)
    {
        ctx.fault("pooling_desc", "mode is " + std::to_string(TPUSIM_CODE(api, pooling_desc.mode)) + "; the kernel takes POOLING_MAX");
    }
    const Windows windows = read_windows(ctx, api);
    const std::int64_t width = windows.horizontal.out;
    const std::int64_t area = windows.vertical.in * windows.horizontal.in;
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, windows.input_count());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, windows.output_count());
        std::int32_t *mask = TPUSIM_OUT(ctx, api, mask_global_addr, std::int32_t, windows.output_count());
        const Slice rows = ctx.slice(width == 0 ? 0 : windows.planes * windows.vertical.out);
        for (std::int64_t row = rows.begin; row < rows.end; ++row)
        {
            const T *plane = input + row / windows.vertical.out * area;
            for (std::int64_t x = 0; x < width; ++x)
            {
                const std::int64_t at = find_largest(windows, plane, row % windows.vertical.out, x);
                if (at < 0)
                {
                    ctx.fault("pooling_desc", "a window holds padding alone");
                }
                output[row * width + x] = plane[at];
                mask[row * width + x] = static_cast<std::int32_t>(at);
            }
        }
        ctx.count_flops(static_cast<double>(rows.size() * width * windows.vertical.size * windows.horizontal.size));
    });
}
TPUSIM_KERNEL(max_pooling_with_mask, sg_api_max_pooling_with_mask_t)

template <class Chip>
void max_pooling_indices_backward_kernel(KernelContext &ctx, const sg_api_max_pooling_indices_backward_t &api)
{
    const auto [gradient, plane] = read_planes(ctx, api);
    const std::int64_t places = gradient[2] * gradient[3];
    const std::int64_t area = plane[2] * plane[3];
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&, &gradient = gradient, &plane = plane](auto tag) {
        using T = typename decltype(tag)::type;
        const T *grad = TPUSIM_IN(ctx, api, grad_global_addr, T, gradient.count());
        const std::int32_t *indices = TPUSIM_IN(ctx, api, indices_global_addr, std::int32_t, gradient.count());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, plane.count());
        const Slice planes = ctx.slice(places == 0 && area == 0 ? 0 : plane.count(0, 2));
        std::vector<float> sums(static_cast<std::size_t>(planes.size() > 0 ? area : 0));
        for (std::int64_t i = planes.begin; i < planes.end; ++i)
        {
            std::fill(sums.begin(), sums.end(), 0.0f);
            for (std::int64_t j = i * places; j < (i + 1) * places; ++j)
            {
                const std::int64_t at = indices[j];
                if (at < 0 || at >= area)
                {
                    ctx.fault("indices_global_addr", "index " + std::to_string(at) + " at position " + std::to_string(j) +
                                                         " is outside a plane of size " + std::to_string(area));
                }
                sums[at] += to_float(grad[j]);
            }
            store_run<Chip>(sums.data(), area, output + i * area);
        }
        ctx.count_flops(static_cast<double>(planes.size() * places));
    });
}
TPUSIM_KERNEL(max_pooling_indices_backward, sg_api_max_pooling_indices_backward_t)

// --- upsampling: the two elements between which one of the output lies, and the second's weight ---

struct Between
{
    std::int64_t first, second;
    float weight;
};

using Neighbours = std::vector<Between>;

inline Neighbours nearest_neighbours(std::int64_t in, std::int64_t out)
{
    const float scale = static_cast<float>(in) / static_cast<float>(out);
    Neighbours found(static_cast<std::size_t>(out));
    for (std::int64_t i = 0; i < out; ++i)
    {
        const auto at = std::min(static_cast<std::int64_t>(std::floor(static_cast<float>(i) * scale)), in - 1);
        found[i] = {at, at, 0.0f};
    }
    return found;
}

inline Neighbours linear_neighbours(std::int64_t in, std::int64_t out, bool align_corners, bool half_pixel)
{
    const float corners = out > 1 ? static_cast<float>(in - 1) / static_cast<float>(out - 1) : 0.0f;
    const float scale = align_corners ? corners : static_cast<float>(in) / static_cast<float>(out);
    Neighbours found(static_cast<std::size_t>(out));
    for (std::int64_t i = 0; i < out; ++i)
    {
        const auto index = static_cast<float>(i);
        const float at = align_corners || !half_pixel ? index * scale : std::max(0.0f, (index + 0.5f) * scale - 0.5f);
        const auto first = std::min(static_cast<std::int64_t>(at), in - 1);
        found[i] = {first, std::min(first + 1, in - 1), std::clamp(at - static_cast<float>(first), 0.0f, 1.0f)};
    }
    return found;
}

inline Neighbours neighbours(KernelContext &ctx, const sg_api_upsampling2d_t &api, std::int64_t in, std::int64_t out)
{
    if (in == 0 && out > 0)
    {
        ctx.fault("shape", "is empty where out_shape is not");
    }
    switch (TPUSIM_CODE(api, platform_sp))
    {
    case PYTORCH_NEAREST:
        return nearest_neighbours(in, out);
    case PYTORCH_SUPPORT:
        return linear_neighbours(in, out, api.align_corners != 0, api.half_pixel_centers != 0);
    }
    ctx.fault("platform_sp",
              "is " + std::to_string(TPUSIM_CODE(api, platform_sp)) + "; the kernel takes PYTORCH_SUPPORT and PYTORCH_NEAREST");
}

template <class Chip>
void interp_kernel(KernelContext &ctx, const sg_api_upsampling2d_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    const Shape grown = read_shape(ctx, &api.out_shape, api.dim, "out_shape");
    if (shape.dim != 4 || shape[0] != grown[0] || shape[1] != grown[1])
    {
        ctx.fault("out_shape", "must have four dimensions, the first two of them the input's");
    }
    if (api.pad_bag != 0 || api.pad_end != 0 || api.if_getting_buffer_size != 0)
    {
        ctx.fault("pad_bag, pad_end, if_getting_buffer_size", "must be 0");
    }
    const std::int64_t planes = shape[0] * shape[1];
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, shape.count());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, grown.count());
        TPUSIM_OUT(ctx, api, buffer_addr, T, grown.count()); // the hardware's first direction
        if (grown.count() == 0)
        {
            return;
        }
        const Neighbours vertical = neighbours(ctx, api, shape[2], grown[2]);
        const Neighbours horizontal = neighbours(ctx, api, shape[3], grown[3]);
        const Slice rows = ctx.slice(planes * grown[2]);
        for (std::int64_t row = rows.begin; row < rows.end; ++row)
        {
            const Between &y = vertical[row % grown[2]];
            const T *plane = input + row / grown[2] * shape[2] * shape[3];
            const auto along = [&](std::int64_t line, const Between &x) {
                const T *values = plane + line * shape[3];
                return x.weight == 0.0f ? to_float(values[x.first])
                                        : (1.0f - x.weight) * to_float(values[x.first]) + x.weight * to_float(values[x.second]);
            };
            for (std::int64_t i = 0; i < grown[3]; ++i)
            {
                const float upper = along(y.first, horizontal[i]);
                const float value = y.weight == 0.0f ? upper : (1.0f - y.weight) * upper + y.weight * along(y.second, horizontal[i]);
                output[row * grown[3] + i] = from_float<Chip, T>(value);
            }
        }
        ctx.count_flops(8.0 * static_cast<double>(rows.size() * grown[3]));
    });
}
TPUSIM_KERNEL_ON(single_core, interp, sg_api_upsampling2d_t)

} // namespace tpusim
