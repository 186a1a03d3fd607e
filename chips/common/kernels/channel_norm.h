// Normalisations over channels (batchnorm2d) and groups of channels (native_group_norm), and their gradients.
#pragma once

#include "groups.h"
#include "rows.h"
#include "sg_api/channel_norm.h"

namespace tpusim
{

// A tensor [n, c, h, w] as the elements of each channel.
struct Channels
{
    Shape shape;
    Groups groups;

    template <class Args>
    Channels(KernelContext &ctx, const Args &api)
        : shape(read_shape(ctx, &api.shape, 4, "shape")), groups(ctx, shape, Shape{3, {0, 2, 3}}, "shape")
    {
    }

    std::int64_t count() const { return shape[1]; }
};

template <class Chip>
void batchnorm2d_kernel(KernelContext &ctx, const sg_api_batchnorm2d_t &api)
{
    const Channels channels(ctx, api);
    const std::int64_t count = channels.count();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, channels.shape.count());
        const auto weight = load_vector<T>(TPUSIM_IN_OPTIONAL(ctx, api, weight_global_addr, T, count), count, 1.0f);
        const auto bias = load_vector<T>(TPUSIM_IN_OPTIONAL(ctx, api, bias_global_addr, T, count), count, 0.0f);
        T *running_mean = api.running_mean_global_addr == 0 ? nullptr : TPUSIM_INOUT(ctx, api, running_mean_global_addr, T, count);
        T *running_var = api.running_var_global_addr == 0 ? nullptr : TPUSIM_INOUT(ctx, api, running_var_global_addr, T, count);
        T *saved_mean = TPUSIM_OUT(ctx, api, saved_mean_global_addr, T, count);
        T *saved_invstd = TPUSIM_OUT(ctx, api, saved_invstd_global_addr, T, count);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, channels.shape.count());
        const auto move = [&](T *running, float value) {
            *running = from_float<Chip, T>((1.0f - api.momentum) * to_float(*running) + api.momentum * value);
        };
        channels.groups.for_each({0, count}, input, [&](std::int64_t channel, Eigen::ArrayXf &values) {
            const auto size = static_cast<float>(values.size());
            // Off by as much as the sum of so many is; what is left of the mean is small.
            const float sum_mean = sum(values) / size;
            const float near = std::isfinite(sum_mean) ? sum_mean : 0.0f;
            values -= near;
            Moments moments = normalise(values, api.eps);
            moments.mean += near;
            saved_mean[channel] = from_float<Chip, T>(moments.mean);
            saved_invstd[channel] = from_float<Chip, T>(moments.rstd);
            if (running_mean != nullptr)
            {
                move(running_mean + channel, moments.mean);
            }
            if (running_var != nullptr)
            {
                move(running_var + channel, moments.squares / (size - 1.0f));
            }
            values = values * weight(channel) + bias(channel);
            channels.groups.template store<Chip>(channel, values, output);
        });
        ctx.count_flops(8.0 * static_cast<double>(channels.shape.count()));
    });
}
TPUSIM_KERNEL_ON(single_core, batchnorm2d, sg_api_batchnorm2d_t)

template <class Chip>
void batchnorm2d_backward_kernel(KernelContext &ctx, const sg_api_batchnorm2d_backward_t &api)
{
    const Channels channels(ctx, api);
    const std::int64_t count = channels.count();
    const std::int64_t elements = channels.shape.count();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *grad_output = TPUSIM_IN(ctx, api, grad_output_global_addr, T, elements);
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, elements);
        const T *mean = TPUSIM_IN(ctx, api, saved_mean_global_addr, T, count);
        const T *invstd = TPUSIM_IN(ctx, api, saved_invstd_global_addr, T, count);
        const auto weight = load_vector<T>(TPUSIM_IN_OPTIONAL(ctx, api, weight_global_addr, T, count), count, 1.0f);
        T *grad_input = TPUSIM_OUT_OPTIONAL(ctx, api, grad_input_global_addr, T, elements);
        T *grad_weight = TPUSIM_OUT_OPTIONAL(ctx, api, grad_weight_global_addr, T, count);
        T *grad_bias = TPUSIM_OUT_OPTIONAL(ctx, api, grad_bias_global_addr, T, count);
        Eigen::ArrayXf gradient;
        channels.groups.for_each({0, count}, input, [&](std::int64_t channel, Eigen::ArrayXf &normal) {
            const float scale = to_float(invstd[channel]);
            normal = (normal - to_float(mean[channel])) * scale;
            channels.groups.load(channel, grad_output, gradient);
            if (grad_weight != nullptr)
            {
                grad_weight[channel] = from_float<Chip, T>(sum_of_products(gradient, normal));
            }
            if (grad_bias != nullptr)
            {
                grad_bias[channel] = from_float<Chip, T>(sum(gradient));
            }
            if (grad_input != nullptr)
            {
                gradient *= weight(channel);
                gradient = normal_gradient(gradient, normal, scale);
                channels.groups.template store<Chip>(channel, gradient, grad_input);
            }
        });
        ctx.count_flops(12.0 * static_cast<double>(elements));
    });
}
TPUSIM_KERNEL_ON(single_core, batchnorm2d_backward, sg_api_batchnorm2d_backward_t)

// --- groups of channels: a row for each image and group ---

struct ChannelGroups
{
    std::int64_t channels, groups, plane, rows;

    ChannelGroups(KernelContext &ctx, const Shape &shape, int groups_asked, const char *argument)
        : channels(shape[1]), groups(groups_asked), plane(shape.count(2, shape.dim)), rows(shape[0] * groups)
    {
        if (groups < 1 || channels % groups != 0)
        {
            ctx.fault(argument, "is " + std::to_string(groups) + " for " + std::to_string(channels) + " channels");
        }
        ctx.elements(argument, {shape[0], groups});
    }

    std::int64_t in_group() const { return channels / groups; }
    std::int64_t size() const { return in_group() * plane; }
    std::int64_t first_channel(std::int64_t row) const { return row % groups * in_group(); }
};

template <class Chip>
void native_group_norm_kernel(KernelContext &ctx, const sg_api_native_group_norm_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    if (shape.dim < 2 || api.axis != 1)
    {
        ctx.fault("axis", "is " + std::to_string(api.axis) + " for a tensor of " + std::to_string(shape.dim) +
                              " dimensions; channels are dimension 1");
    }
    if (api.affine < 0 || api.affine > 3)
    {
        ctx.fault("affine", "is " + std::to_string(api.affine) + "; the kernel takes 0 to 3");
    }
    const ChannelGroups groups(ctx, shape, api.group_num, "group_num");
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, shape.count());
        const T *factors = (api.affine & 1) == 0 ? nullptr : TPUSIM_IN(ctx, api, weight_global_addr, T, groups.channels);
        const T *offsets = (api.affine & 2) == 0 ? nullptr : TPUSIM_IN(ctx, api, bias_global_addr, T, groups.channels);
        const auto weight = load_vector<T>(factors, groups.channels, 1.0f);
        const auto bias = load_vector<T>(offsets, groups.channels, 0.0f);
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, shape.count());
        T *mean = TPUSIM_OUT(ctx, api, mean_global_addr, T, groups.rows);
        T *rstd = TPUSIM_OUT(ctx, api, rstd_global_addr, T, groups.rows);
        const Slice part = ctx.slice(groups.rows);
        Eigen::ArrayXf row(part.size() > 0 ? groups.size() : 0);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            load(input + i * groups.size(), 1, groups.size(), row.data());
            const Moments moments = normalise(row, api.eps);
            for (std::int64_t c = 0; c < groups.in_group(); ++c)
            {
                const std::int64_t channel = groups.first_channel(i) + c;
                store<Chip>(row.segment(c * groups.plane, groups.plane) * weight(channel) + bias(channel),
                            output + i * groups.size() + c * groups.plane);
            }
            mean[i] = from_float<Chip, T>(moments.mean);
            rstd[i] = from_float<Chip, T>(moments.rstd);
        }
        ctx.count_flops(8.0 * static_cast<double>(part.size() * groups.size()));
    });
}
TPUSIM_KERNEL(native_group_norm, sg_api_native_group_norm_t)

template <class Chip>
void groupnorm2d_backward_kernel(KernelContext &ctx, const sg_api_groupnorm2d_backward_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, 4, "shape");
    const ChannelGroups groups(ctx, shape, api.group_nums, "group_nums");
    const std::int64_t plane = groups.plane;
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *grad_output = TPUSIM_IN(ctx, api, grad_output_global_addr, T, shape.count());
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, shape.count());
        const T *mean = TPUSIM_IN(ctx, api, saved_mean_global_addr, T, groups.rows);
        const T *invstd = TPUSIM_IN(ctx, api, saved_invstd_global_addr, T, groups.rows);
        const auto weight = load_vector<T>(TPUSIM_IN_OPTIONAL(ctx, api, weight_global_addr, T, groups.channels), groups.channels, 1.0f);
        T *grad_input = TPUSIM_OUT_OPTIONAL(ctx, api, grad_input_global_addr, T, shape.count());
        T *grad_weight = TPUSIM_OUT_OPTIONAL(ctx, api, grad_weight_global_addr, T, groups.channels);
        T *grad_bias = TPUSIM_OUT_OPTIONAL(ctx, api, grad_bias_global_addr, T, groups.channels);
        Eigen::ArrayXf weight_sums = Eigen::ArrayXf::Zero(groups.channels);
        Eigen::ArrayXf bias_sums = Eigen::ArrayXf::Zero(groups.channels);
        Eigen::ArrayXf gradient(groups.rows > 0 ? groups.size() : 0);
        Eigen::ArrayXf normal(gradient.size());
        for (std::int64_t i = 0; i < groups.rows; ++i)
        {
            load(grad_output + i * groups.size(), 1, groups.size(), gradient.data());
            load(input + i * groups.size(), 1, groups.size(), normal.data());
            const float scale = to_float(invstd[i]);
            normal = (normal - to_float(mean[i])) * scale;
            for (std::int64_t c = 0; c < groups.in_group(); ++c)
            {
                const std::int64_t channel = groups.first_channel(i) + c;
                const float *g = gradient.data() + c * plane;
                const float *x = normal.data() + c * plane;
                weight_sums(channel) += sum(plane, [=](std::int64_t j) { return g[j] * x[j]; });
                bias_sums(channel) += sum(plane, [=](std::int64_t j) { return g[j]; });
                gradient.segment(c * plane, plane) *= weight(channel);
            }
            if (grad_input != nullptr)
            {
                store<Chip>(normal_gradient(gradient, normal, scale), grad_input + i * groups.size());
            }
        }
        if (grad_weight != nullptr)
        {
            store<Chip>(weight_sums, grad_weight);
        }
        if (grad_bias != nullptr)
        {
            store<Chip>(bias_sums, grad_bias);
        }
        ctx.count_flops(12.0 * static_cast<double>(shape.count()));
    });
}
TPUSIM_KERNEL_ON(single_core, groupnorm2d_backward, sg_api_groupnorm2d_backward_t)

} // namespace tpusim
