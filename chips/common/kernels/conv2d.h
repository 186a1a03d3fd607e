// Convolution: in two dimensions with its gradients and the reordering of its weights (single-core form), and in three.
#pragma once

#include "../gemm.h"
#include "rows.h"
#include "sg_api/conv2d.h"

namespace tpusim
{

constexpr std::int64_t weight_lanes = 32;

inline std::int64_t blocks_of_lanes(std::int64_t channels) { return (channels + weight_lanes - 1) / weight_lanes; }

// --- weight reordering: [oc, ic, kh, kw] -> [rows, kh * kw, blocks, 32] where the 32 are input or output channels ---

template <class Chip>
void conv_weight_reorder_kernel(KernelContext &ctx, const sg_api_conv_weight_reorder_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, 4, "shape");
    if (api.mode != REORDER_WEIGHT_32IC && api.mode != REORDER_WEIGHT_32OC)
    {
        ctx.fault("mode", "is " + std::to_string(api.mode) + ", which names no order of weights");
    }
    const bool by_input = api.mode == REORDER_WEIGHT_32IC;
    const std::int64_t rows = by_input ? shape[0] : shape[1];
    const std::int64_t channels = by_input ? shape[1] : shape[0];
    const std::int64_t taps = shape[2] * shape[3];
    const std::int64_t padded = blocks_of_lanes(channels) * weight_lanes;
    if (ctx.elements("shape", {rows, taps, padded}) == 0)
    {
        return; // however many rows there are
    }
    using T = std::uint16_t;
    const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, shape.count());
    T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, rows * taps * padded);
    using Stride = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
    using Source = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic>, 0, Stride>;
    for (std::int64_t row = 0; row < rows; ++row)
    {
        const std::int64_t channel_stride = by_input ? taps : shape[1] * taps;
        const Source weights(input + row * (by_input ? channels * taps : taps), channels, taps, Stride(1, channel_stride));
        Eigen::Map<Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic>> target(output + row * taps * padded, padded, taps);
        target.setZero();
        target.topRows(channels) = weights;
    }
}
TPUSIM_KERNEL_ON(single_core, conv_weight_reorder, sg_api_conv_weight_reorder_t)

template <class Chip>
void conv_grad_recover_kernel(KernelContext &ctx, const sg_api_conv_grad_recover_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, 4, "shape");
    const std::int64_t taps = shape[2] * shape[3];
    const std::int64_t padded = blocks_of_lanes(shape[0]) * weight_lanes;
    using T = std::uint16_t;
    const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, ctx.elements("shape", {shape[1], taps, padded}));
    T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, shape.count());
    for (std::int64_t i = 0; i < shape.count(); ++i)
    {
        output[i] = input[i % (shape[1] * taps) * padded + i / (shape[1] * taps)];
    }
}
TPUSIM_KERNEL_ON(single_core, conv_grad_recover, sg_api_conv_grad_recover_t)

// --- convolution: one image and group at a time, patches as a matrix, one product ---

struct ConvSizes
{
    std::int64_t batch, groups;
    std::int64_t in_c, in_h, in_w;    // channels of one group
    std::int64_t out_c, out_h, out_w; // channels of one group
    std::int64_t kernel_h, kernel_w, stride_h, stride_w, dilation_h, dilation_w, pad_top, pad_left;

    std::int64_t taps() const { return kernel_h * kernel_w; }
    std::int64_t depth() const { return in_c * taps(); }
    std::int64_t pixels() const { return out_h * out_w; }
    std::int64_t input_count() const { return batch * groups * in_c * in_h * in_w; }
    std::int64_t output_count() const { return batch * groups * out_c * pixels(); }
};

inline std::int64_t conv_extent(KernelContext &ctx, std::int64_t size, int before, int after, int kernel, int stride, int dilation)
{
    if (kernel < 1 || stride < 1 || dilation < 1 || before < 0 || after < 0)
    {
        ctx.fault("kernel, stride, dilation, pad", "kernel, stride and dilation must be positive, padding must not be negative");
    }
    const std::int64_t reach = std::int64_t{dilation} * (kernel - 1) + 1;
    const std::int64_t padded = size + before + after;
    if (padded < reach)
    {
        ctx.fault("kernel", "reaches over " + std::to_string(reach) + " of " + std::to_string(padded) + " padded pixels");
    }
    return (padded - reach) / stride + 1;
}

template <class Args>
ConvSizes conv_sizes(KernelContext &ctx, const Args &api, std::int64_t output_c)
{
    const Shape input = read_shape(ctx, &api.input_shape, 4, "input_shape");
    const std::int64_t groups = api.groups;
    if (groups < 1 || input[1] % groups != 0 || output_c < 0 || output_c % groups != 0)
    {
        ctx.fault("groups", std::to_string(groups) + " groups do not divide " + std::to_string(input[1]) + " input and " +
                                std::to_string(output_c) + " output channels");
    }
    ConvSizes s{};
    s.batch = input[0];
    s.groups = groups;
    s.in_c = input[1] / groups;
    s.in_h = input[2];
    s.in_w = input[3];
    s.out_c = output_c / groups;
    s.kernel_h = api.kernel[0];
    s.kernel_w = api.kernel[1];
    s.stride_h = api.stride[0];
    s.stride_w = api.stride[1];
    s.dilation_h = api.dilation[0];
    s.dilation_w = api.dilation[1];
    s.pad_top = api.pad[0];
    s.pad_left = api.pad[2];
    s.out_h = conv_extent(ctx, s.in_h, api.pad[0], api.pad[1], api.kernel[0], api.stride[0], api.dilation[0]);
    s.out_w = conv_extent(ctx, s.in_w, api.pad[2], api.pad[3], api.kernel[1], api.stride[1], api.dilation[1]);
    ctx.elements("kernel", {output_c, s.in_c, s.kernel_h, s.kernel_w});
    ctx.elements("input_shape", {s.batch, output_c, s.out_h, s.out_w});
    ctx.elements("input_shape", {s.in_c, s.kernel_h, s.kernel_w, s.out_h, s.out_w});
    return s;
}

// body(place of a column's element, place of the pixel in the image under it) for each of [in_c * taps, pixels] that is no padding.
template <class Body>
void for_each_tap(const ConvSizes &s, const Body &body)
{
    for (std::int64_t row = 0; row < s.depth(); ++row)
    {
        const std::int64_t y0 = row % s.taps() / s.kernel_w * s.dilation_h - s.pad_top;
        const std::int64_t x0 = row % s.kernel_w * s.dilation_w - s.pad_left;
        const std::int64_t plane = row / s.taps() * s.in_h * s.in_w;
        for (std::int64_t oy = 0; oy < s.out_h; ++oy)
        {
            const std::int64_t y = y0 + oy * s.stride_h;
            if (y < 0 || y >= s.in_h)
            {
                continue;
            }
            const std::int64_t line = row * s.pixels() + oy * s.out_w;
            for (std::int64_t ox = 0; ox < s.out_w; ++ox)
            {
                const std::int64_t x = x0 + ox * s.stride_w;
                if (x >= 0 && x < s.in_w)
                {
                    body(line + ox, plane + y * s.in_w + x);
                }
            }
        }
    }
}

// columns [in_c * taps, pixels]: the input pixel under each tap for each output pixel, 0 in the padding.
inline void gather_patches(const ConvSizes &s, const float *image, float *columns)
{
    std::fill_n(columns, s.depth() * s.pixels(), 0.0f);
    for_each_tap(s, [=](std::int64_t column, std::int64_t pixel) { columns[column] = image[pixel]; });
}

// image = sum of what each of its pixels gave to columns.
inline void scatter_patches(const ConvSizes &s, const float *columns, float *image)
{
    std::fill_n(image, s.in_c * s.in_h * s.in_w, 0.0f);
    for_each_tap(s, [=](std::int64_t column, std::int64_t pixel) { image[pixel] += columns[column]; });
}

// Weights of all groups as f32 [out channels, depth].
template <class T>
Eigen::ArrayXf load_weights(KernelContext &ctx, const sg_api_conv2d_t &api, const ConvSizes &s)
{
    const std::int64_t out_channels = s.groups * s.out_c;
    Eigen::ArrayXf weights(out_channels * s.depth());
    if constexpr (std::is_same_v<T, float>)
    {
        load(TPUSIM_IN(ctx, api, weight_global_addr, T, weights.size()), 1, weights.size(), weights.data());
    }
    else
    {
        // 32IC: [oc, taps, blocks, 32]
        const std::int64_t padded = blocks_of_lanes(s.in_c) * weight_lanes;
        const T *src = TPUSIM_IN(ctx, api, weight_global_addr, T, out_channels * s.taps() * padded);
        for (std::int64_t oc = 0; oc < out_channels; ++oc)
        {
            for (std::int64_t ic = 0; ic < s.in_c; ++ic)
            {
                load(src + oc * s.taps() * padded + ic, padded, s.taps(), weights.data() + (oc * s.in_c + ic) * s.taps());
            }
        }
    }
    return weights;
}

template <class Chip>
void conv2d_kernel(KernelContext &ctx, const sg_api_conv2d_t &api)
{
    const ConvSizes s = conv_sizes(ctx, api, api.output_c);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, s.input_count());
        const Eigen::ArrayXf weights = load_weights<T>(ctx, api, s);
        const float *bias = api.bias_global_addr == 0 ? nullptr : TPUSIM_IN(ctx, api, bias_global_addr, float, s.groups *s.out_c);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, s.output_count());
        if (s.output_count() == 0)
        {
            return;
        }
        Eigen::ArrayXf image(s.in_c * s.in_h * s.in_w);
        Eigen::ArrayXf columns(s.depth() * s.pixels());
        Eigen::ArrayXf product(s.out_c * s.pixels());
        for (std::int64_t i = 0; i < s.batch * s.groups; ++i)
        {
            const std::int64_t channel = i % s.groups * s.out_c;
            load(input + i * image.size(), 1, image.size(), image.data());
            gather_patches(s, image.data(), columns.data());
            gemm_f32(false, false, s.out_c, s.pixels(), s.depth(), weights.data() + channel * s.depth(),
                     std::max<std::int64_t>(1, s.depth()), columns.data(), s.pixels(), 0.0f, product.data(), s.pixels());
            for (std::int64_t c = 0; c < s.out_c; ++c)
            {
                const float offset = bias == nullptr ? 0.0f : bias[channel + c];
                store<Chip>(product.segment(c * s.pixels(), s.pixels()) + offset, output + (i * s.out_c + c) * s.pixels());
            }
        }
        ctx.count_flops(2.0 * static_cast<double>(s.output_count() * s.depth()));
    });
}
TPUSIM_KERNEL_ON(single_core, conv2d, sg_api_conv2d_t)

// --- gradients: the same products, the patches scattered instead of gathered, or on the other side ---

inline ConvSizes conv_sizes(KernelContext &ctx, const sg_api_conv2d_backward_t &api)
{
    const Shape output = read_shape(ctx, &api.output_shape, 4, "output_shape");
    const ConvSizes s = conv_sizes(ctx, api, output[1]);
    if (output[0] != s.batch || output[2] != s.out_h || output[3] != s.out_w)
    {
        ctx.fault("output_shape", "is not that of the convolution, [" + std::to_string(s.batch) + ", " + std::to_string(output[1]) + ", " +
                                      std::to_string(s.out_h) + ", " + std::to_string(s.out_w) + "]");
    }
    return s;
}

template <class Chip, class T>
void conv2d_input_gradient(const ConvSizes &s, const T *grad_output, const T *weight, T *grad_input)
{
    Eigen::ArrayXf weights(s.groups * s.out_c * s.depth());
    load(weight, 1, weights.size(), weights.data());
    Eigen::ArrayXf image(s.in_c * s.in_h * s.in_w);
    Eigen::ArrayXf columns(s.depth() * s.pixels());
    Eigen::ArrayXf gradient(s.out_c * s.pixels());
    for (std::int64_t i = 0; i < s.batch * s.groups && image.size() > 0; ++i)
    {
        load(grad_output + i * gradient.size(), 1, gradient.size(), gradient.data());
        columns.setZero();
        if (gradient.size() > 0)
        {
            gemm_f32(true, false, s.depth(), s.pixels(), s.out_c, weights.data() + i % s.groups * s.out_c * s.depth(), s.depth(),
                     gradient.data(), s.pixels(), 0.0f, columns.data(), s.pixels());
        }
        scatter_patches(s, columns.data(), image.data());
        store<Chip>(image, grad_input + i * image.size());
    }
}

template <class Chip, class T>
void conv2d_weight_gradient(const ConvSizes &s, const T *grad_output, const T *input, T *grad_weight)
{
    Eigen::ArrayXf image(s.in_c * s.in_h * s.in_w);
    Eigen::ArrayXf columns(s.depth() * s.pixels());
    Eigen::ArrayXf gradient(s.out_c * s.pixels());
    Eigen::ArrayXf weights(s.out_c * s.depth());
    for (std::int64_t group = 0; group < s.groups && weights.size() > 0; ++group)
    {
        weights.setZero();
        for (std::int64_t n = 0; n < s.batch && s.pixels() > 0; ++n)
        {
            const std::int64_t i = n * s.groups + group;
            load(input + i * image.size(), 1, image.size(), image.data());
            load(grad_output + i * gradient.size(), 1, gradient.size(), gradient.data());
            gather_patches(s, image.data(), columns.data());
            gemm_f32(false, true, s.out_c, s.depth(), s.pixels(), gradient.data(), s.pixels(), columns.data(), s.pixels(), 1.0f,
                     weights.data(), s.depth());
        }
        store<Chip>(weights, grad_weight + group * weights.size());
    }
}

template <class Chip, class T>
void conv2d_bias_gradient(const ConvSizes &s, const T *grad_output, T *grad_bias)
{
    const std::int64_t channels = s.groups * s.out_c;
    Eigen::ArrayXf values(s.batch * s.pixels());
    for (std::int64_t channel = 0; channel < channels; ++channel)
    {
        for (std::int64_t n = 0; n < s.batch; ++n)
        {
            load(grad_output + (n * channels + channel) * s.pixels(), 1, s.pixels(), values.data() + n * s.pixels());
        }
        grad_bias[channel] = from_float<Chip, T>(sum(values));
    }
}

template <class Chip>
void conv2d_backward_kernel(KernelContext &ctx, const sg_api_conv2d_backward_t &api)
{
    const ConvSizes s = conv_sizes(ctx, api);
    const std::int64_t weights = s.groups * s.out_c * s.depth();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *grad_output = TPUSIM_IN(ctx, api, grad_output_global_addr, T, s.output_count());
        if (api.grad_input_global_addr != 0)
        {
            const T *weight = TPUSIM_IN(ctx, api, weight_global_addr, T, weights);
            conv2d_input_gradient<Chip>(s, grad_output, weight, TPUSIM_OUT(ctx, api, grad_input_global_addr, T, s.input_count()));
            ctx.count_flops(2.0 * static_cast<double>(s.output_count() * s.depth()));
        }
        if (api.grad_weight_global_addr != 0)
        {
            const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, s.input_count());
            conv2d_weight_gradient<Chip>(s, grad_output, input, TPUSIM_OUT(ctx, api, grad_weight_global_addr, T, weights));
            ctx.count_flops(2.0 * static_cast<double>(s.output_count() * s.depth()));
        }
        if (api.grad_bias_global_addr != 0)
        {
            conv2d_bias_gradient<Chip>(s, grad_output, TPUSIM_OUT(ctx, api, grad_bias_global_addr, T, s.groups * s.out_c));
        }
    });
}
TPUSIM_KERNEL_ON(single_core, conv2d_backward, sg_api_conv2d_backward_t)

// --- three dimensions: each core has its share of the places of every image's output ---

struct Conv3dSizes
{
    std::int64_t batch, groups, in_c, out_c; // channels of one group
    std::array<std::int64_t, 3> in, out;

    std::int64_t pixels() const { return out[0] * out[1] * out[2]; }
    std::int64_t image() const { return in_c * in[0] * in[1] * in[2]; }
};

inline Conv3dSizes conv_sizes(KernelContext &ctx, const sg_api_conv3d_t &api)
{
    const Shape input = read_shape(ctx, &api.input_shape, 5, "input_shape");
    const std::int64_t groups = api.groups;
    if (groups < 1 || input[1] % groups != 0 || api.output_c < 0 || api.output_c % groups != 0)
    {
        ctx.fault("groups", std::to_string(groups) + " groups do not divide " + std::to_string(input[1]) + " input and " +
                                std::to_string(api.output_c) + " output channels");
    }
    Conv3dSizes s{input[0], groups, input[1] / groups, api.output_c / groups, {input[2], input[3], input[4]}, {}};
    for (int i = 0; i < 3; ++i)
    {
        s.out[i] = conv_extent(ctx, s.in[i], api.pad[i], api.pad[i], api.kernel[i], api.stride[i], api.dilation[i]);
    }
    ctx.elements("kernel", {api.output_c, s.in_c, api.kernel[0], api.kernel[1], api.kernel[2]});
    ctx.elements("input_shape", {s.batch, api.output_c, s.out[0], s.out[1], s.out[2]});
    ctx.elements("input_shape", {s.in_c, api.kernel[0], api.kernel[1], api.kernel[2], s.out[0], s.out[1], s.out[2]});
    return s;
}

// columns [in_c * taps, places of `part`], as gather_patches.
inline void gather_patches(const sg_api_conv3d_t &api, const Conv3dSizes &s, Slice part, const float *image, float *columns)
{
    const std::int64_t taps = std::int64_t{api.kernel[0]} * api.kernel[1] * api.kernel[2];
    for (std::int64_t row = 0; row < s.in_c * taps; ++row)
    {
        const std::int64_t tap = row % taps;
        const std::array<std::int64_t, 3> at{tap / api.kernel[2] / api.kernel[1], tap / api.kernel[2] % api.kernel[1], tap % api.kernel[2]};
        for (std::int64_t pixel = part.begin; pixel < part.end; ++pixel)
        {
            const std::array<std::int64_t, 3> place{pixel / s.out[2] / s.out[1], pixel / s.out[2] % s.out[1], pixel % s.out[2]};
            std::int64_t from = row / taps;
            bool inside = true;
            for (int i = 0; i < 3; ++i)
            {
                const std::int64_t x = place[i] * api.stride[i] + at[i] * api.dilation[i] - api.pad[i];
                inside = inside && x >= 0 && x < s.in[i];
                from = from * s.in[i] + x;
            }
            *columns++ = inside ? image[from] : 0.0f;
        }
    }
}

template <class Chip>
void conv3d_kernel(KernelContext &ctx, const sg_api_conv3d_t &api)
{
    const Conv3dSizes s = conv_sizes(ctx, api);
    const std::int64_t depth = s.in_c * api.kernel[0] * api.kernel[1] * api.kernel[2];
    const std::int64_t channels = s.groups * s.out_c;
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, s.batch * s.groups * s.image());
        const T *weight = TPUSIM_IN(ctx, api, weight_global_addr, T, channels * depth);
        const auto bias = load_vector<T>(TPUSIM_IN_OPTIONAL(ctx, api, bias_global_addr, T, channels), channels, 0.0f);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, s.batch * channels * s.pixels());
        const Slice part = ctx.slice(s.pixels());
        if (part.size() == 0 || s.batch * channels == 0)
        {
            return;
        }
        Eigen::ArrayXf weights(channels * depth);
        load(weight, 1, weights.size(), weights.data());
        Eigen::ArrayXf image(s.image());
        Eigen::ArrayXf columns(depth * part.size());
        Eigen::ArrayXf product(s.out_c * part.size());
        for (std::int64_t i = 0; i < s.batch * s.groups; ++i)
        {
            const std::int64_t channel = i % s.groups * s.out_c;
            load(input + i * image.size(), 1, image.size(), image.data());
            gather_patches(api, s, part, image.data(), columns.data());
            gemm_f32(false, false, s.out_c, part.size(), depth, weights.data() + channel * depth, std::max<std::int64_t>(1, depth),
                     columns.data(), part.size(), 0.0f, product.data(), part.size());
            for (std::int64_t c = 0; c < s.out_c; ++c)
            {
                store<Chip>(product.segment(c * part.size(), part.size()) + bias(channel + c),
                            output + (i * s.out_c + c) * s.pixels() + part.begin);
            }
        }
        ctx.count_flops(2.0 * static_cast<double>(s.batch * channels * part.size() * depth));
    });
}
TPUSIM_KERNEL(conv3d, sg_api_conv3d_t)

} // namespace tpusim
