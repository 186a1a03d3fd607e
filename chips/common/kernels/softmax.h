// Softmax along one axis, its logarithm and its gradient.
#pragma once

#include "../functions.h"
#include "lanes.h"
#include "sg_api/softmax.h"

namespace tpusim
{

template <class Args>
Lanes softmax_lanes(KernelContext &ctx, const Args &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    require_axis(ctx, api.axis, api.dim, "axis");
    return Lanes(shape, api.axis, api.axis + 1);
}

// output = what function makes of each block of lanes.
template <class Chip, class Args, class F>
void along_lanes(KernelContext &ctx, const Args &api, const F &function)
{
    const Lanes lanes = softmax_lanes(ctx, api);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, lanes.elements());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, lanes.elements());
        Eigen::ArrayXXf values;
        for_each_block(lanes, ctx.slice(lanes.size == 0 ? 0 : lanes.count()), [&](const LaneBlock &block) {
            load_block(lanes, block, input, values);
            function(values);
            store_block<Chip>(lanes, block, values, output);
            ctx.count_flops(4.0 * static_cast<double>(values.size()));
        });
    });
}

template <class Chip>
void softmax_kernel(KernelContext &ctx, const sg_api_softmax_t &api)
{
    along_lanes<Chip>(ctx, api, [](Eigen::ArrayXXf &values) {
        combine_lanes(values, lane_max(values), [](float x, float largest) { return functions::exp(x - largest); });
        combine_lanes(values, lane_sum(values), [](float x, float sum) { return x / sum; });
    });
}
TPUSIM_KERNEL(softmax, sg_api_softmax_t)

template <class Chip>
void log_softmax_kernel(KernelContext &ctx, const sg_api_log_softmax_t &api)
{
    along_lanes<Chip>(ctx, api, [](Eigen::ArrayXXf &values) {
        combine_lanes(values, lane_max(values), [](float x, float largest) { return x - largest; });
        const Eigen::ArrayXXf powers = values.unaryExpr(&functions::exp);
        combine_lanes(values, lane_sum(powers), [](float x, float sum) { return x - functions::log(sum); });
    });
}
TPUSIM_KERNEL(log_softmax, sg_api_log_softmax_t)

template <class Chip>
void softmax_backward_kernel(KernelContext &ctx, const sg_api_softmax_backward_t &api)
{
    const Lanes lanes = softmax_lanes(ctx, api);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *output = TPUSIM_IN(ctx, api, output_global_addr, T, lanes.elements());
        const T *grad_output = TPUSIM_IN(ctx, api, grad_output_global_addr, T, lanes.elements());
        T *grad_input = TPUSIM_OUT(ctx, api, grad_input_global_addr, T, lanes.elements());
        Eigen::ArrayXXf y;
        Eigen::ArrayXXf gradient;
        for_each_block(lanes, ctx.slice(lanes.size == 0 ? 0 : lanes.count()), [&](const LaneBlock &block) {
            load_block(lanes, block, output, y);
            load_block(lanes, block, grad_output, gradient);
            const Eigen::ArrayXf dot = lane_sum(gradient * y);
            combine_lanes(gradient, dot, [](float g, float sum) { return g - sum; });
            gradient *= y;
            store_block<Chip>(lanes, block, gradient, grad_input);
            ctx.count_flops(4.0 * static_cast<double>(y.size()));
        });
    });
}
TPUSIM_KERNEL(softmax_backward, sg_api_softmax_backward_t)

} // namespace tpusim
