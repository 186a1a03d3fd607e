// Two-dimensional convolution and the reordering of its weights (bm_a).
#pragma once

#include "../gemm.h"
#include "arrays.h"
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
TPUSIM_KERNEL_ON(BmA, conv_weight_reorder, sg_api_conv_weight_reorder_t)

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

inline ConvSizes conv_sizes(KernelContext &ctx, const sg_api_conv2d_t &api)
{
    const Shape input = read_shape(ctx, &api.input_shape, 4, "input_shape");
    const std::int64_t groups = api.groups;
    if (groups < 1 || input[1] % groups != 0 || api.output_c < 0 || api.output_c % groups != 0)
    {
        ctx.fault("groups", std::to_string(groups) + " groups do not divide " + std::to_string(input[1]) + " input and " +
                                std::to_string(api.output_c) + " output channels");
    }
    ConvSizes s{};
    s.batch = input[0];
    s.groups = groups;
    s.in_c = input[1] / groups;
    s.in_h = input[2];
    s.in_w = input[3];
    s.out_c = api.output_c / groups;
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
    ctx.elements("kernel", {api.output_c, s.in_c, s.kernel_h, s.kernel_w});
    ctx.elements("input_shape", {s.batch, api.output_c, s.out_h, s.out_w});
    ctx.elements("input_shape", {s.in_c, s.kernel_h, s.kernel_w, s.out_h, s.out_w});
    return s;
}

// columns [in_c * taps, pixels]: the input pixel under each tap for each output pixel, 0 in the padding.
inline void gather_patches(const ConvSizes &s, const float *image, float *columns)
{
    for (std::int64_t row = 0; row < s.depth(); ++row)
    {
        const std::int64_t y0 = row % s.taps() / s.kernel_w * s.dilation_h - s.pad_top;
        const std::int64_t x0 = row % s.kernel_w * s.dilation_w - s.pad_left;
        const float *plane = image + row / s.taps() * s.in_h * s.in_w;
        for (std::int64_t oy = 0; oy < s.out_h; ++oy)
        {
            const std::int64_t y = y0 + oy * s.stride_h;
            float *line = columns + row * s.pixels() + oy * s.out_w;
            for (std::int64_t ox = 0; ox < s.out_w; ++ox)
            {
                const std::int64_t x = x0 + ox * s.stride_w;
                const bool inside = y >= 0 && y < s.in_h && x >= 0 && x < s.in_w;
                line[ox] = inside ? plane[y * s.in_w + x] : 0.0f;
            }
        }
    }
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
    const ConvSizes s = conv_sizes(ctx, api);
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
TPUSIM_KERNEL_ON(BmA, conv2d, sg_api_conv2d_t)

} // namespace tpusim
