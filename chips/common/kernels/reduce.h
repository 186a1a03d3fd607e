// Reductions: mean and sum over neighbouring dimensions, extremum and variance over any, product, arg-extremum and running sum along one axis.
#pragma once

#include "elementwise.h"
#include "groups.h"
#include "lanes.h"
#include "sg_api/reduce.h"

namespace tpusim
{

// In the order of sum().
template <class T>
float contiguous_sum(const T *values, std::int64_t size)
{
    static_assert(chunk_size % running == 0);
    float totals[running] = {};
    ChunkReader<T> read(Operand<T>{values});
    for (std::int64_t begin = 0; begin < size; begin += chunk_size)
    {
        const std::int64_t length = std::min(chunk_size, size - begin);
        const float *chunk = read(begin, length);
        accumulate_into(totals, length, std::plus<float>{}, [=](std::int64_t i) { return chunk[i]; });
    }
    return combine_totals(totals, std::plus<float>{});
}

template <class Chip>
void reduce_kernel(KernelContext &ctx, const sg_api_reduce_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    if (api.start_dim < 0 || api.end_dim < api.start_dim || api.end_dim > api.dim)
    {
        ctx.fault("end_dim", "dimensions " + std::to_string(api.start_dim) + " to " + std::to_string(api.end_dim) + " of a tensor of " +
                                 std::to_string(api.dim));
    }
    if (api.mode != REDUCE_MEAN && api.mode != REDUCE_SUM)
    {
        ctx.fault("mode", "is " + std::to_string(api.mode) + ", which names no reduction");
    }
    const Lanes lanes(shape, api.start_dim, api.end_dim);
    const float divisor = api.mode == REDUCE_MEAN ? static_cast<float>(lanes.size) : 1.0f;
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, lanes.elements());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, lanes.count());
        const Slice part = ctx.slice(lanes.count());
        ctx.count_flops(static_cast<double>(part.size() * lanes.size));
        if (lanes.inner == 1) // both ways straight from memory, and equal lanes give equal bits
        {
            for (std::int64_t lane = part.begin; lane < part.end; ++lane)
            {
                output[lane] = from_float<Chip, T>(contiguous_sum(input + lane * lanes.size, lanes.size) / divisor);
            }
            return;
        }
        Eigen::ArrayXf buffer;
        for_each_block(lanes, part, [&](const LaneBlock &block) {
            const auto column = [&](std::int64_t k) {
                const T *values = input + block.origin + k * lanes.inner;
                if constexpr (std::is_same_v<T, float>)
                {
                    return values;
                }
                else
                {
                    buffer.resize(block.width);
                    load(values, 1, block.width, buffer.data());
                    return static_cast<const float *>(buffer.data());
                }
            };
            store<Chip>(accumulate_columns(block.width, lanes.size, 0.0f, std::plus<float>{}, column) / divisor, output + block.first);
        });
    });
}
TPUSIM_KERNEL(reduce, sg_api_reduce_t)

// body(lane, chunk reader) for each lane; one core.
template <class T, class Body>
void for_each_lane(const Lanes &lanes, const T *input, Body &&body)
{
    for (std::int64_t lane = 0; lane < lanes.count(); ++lane)
    {
        const T *first = input + lane / lanes.inner * lanes.size * lanes.inner + lane % lanes.inner;
        ChunkReader<T> read(Operand<T>{first, lanes.inner});
        body(lane, read);
    }
}

template <class Chip>
void reduce_prod_kernel(KernelContext &ctx, const sg_api_reduce_prod_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    require_axis(ctx, api.axis, api.dim, "axis");
    const Lanes lanes(shape, api.axis, api.axis + 1);
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, lanes.elements());
        TPUSIM_OUT(ctx, api, buffer_global_addr, T, lanes.elements()); // the hardware's halving steps
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, lanes.count());
        for_each_lane(lanes, input, [&](std::int64_t lane, auto &read) {
            float product = 1.0f;
            for (std::int64_t begin = 0; begin < lanes.size; begin += chunk_size)
            {
                const std::int64_t length = std::min(chunk_size, lanes.size - begin);
                const float *values = read(begin, length);
                product *= accumulate(length, 1.0f, [](float a, float b) { return a * b; }, [=](std::int64_t i) { return values[i]; });
            }
            output[lane] = from_float<Chip, T>(product);
        });
    });
}
TPUSIM_KERNEL_AS(single_core, "tpu_kernel_api_reduce_prod", sg_api_reduce_prod_t, 1, reduce_prod_kernel<FirmwareChip>)
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_reduce_prod", sg_api_reduce_prod_t, 1, reduce_prod_kernel<FirmwareChip>)

// Position of the first extremum; the first NaN, if there is one, counts as it.
template <class T, class Reader>
std::int64_t find_extremum(std::int64_t size, bool largest, Reader &read)
{
    std::int64_t best_at = 0;
    ComputeType<T> best{};
    for (std::int64_t begin = 0; begin < size; begin += chunk_size)
    {
        const std::int64_t length = std::min(chunk_size, size - begin);
        const ComputeType<T> *values = read(begin, length);
        for (std::int64_t i = 0; i < length; ++i)
        {
            const ComputeType<T> value = values[i];
            const bool better = largest ? value > best : value < best;
            if (begin + i == 0 || better || (value != value && best == best))
            {
                best = value;
                best_at = begin + i;
            }
        }
    }
    return best_at;
}

template <class Chip>
void arg_kernel(KernelContext &ctx, const sg_api_reduce_arg_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    require_axis(ctx, api.axis, api.dim, "axis");
    if (api.mode < ARG_ARGMAX || api.mode > ARG_MIN)
    {
        ctx.fault("mode", "is " + std::to_string(api.mode) + ", which names no extremum");
    }
    const Lanes lanes(shape, api.axis, api.axis + 1);
    if (lanes.size == 0 && lanes.count() > 0)
    {
        ctx.fault("shape", "the axis to reduce is empty");
    }
    if (lanes.size > std::numeric_limits<std::int32_t>::max())
    {
        ctx.fault("shape", "the axis to reduce is longer than 32-bit positions count");
    }
    const bool largest = api.mode == ARG_ARGMAX || api.mode == ARG_MAX;
    const bool values_wanted = api.values_global_addr != 0 || api.mode == ARG_MAX || api.mode == ARG_MIN;
    dispatch_any<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, lanes.elements());
        TPUSIM_OUT(ctx, api, buffer_global_addr, std::int32_t, lanes.count());
        std::int32_t *indices = TPUSIM_OUT(ctx, api, indices_global_addr, std::int32_t, lanes.count());
        T *values = values_wanted ? TPUSIM_OUT(ctx, api, values_global_addr, T, lanes.count()) : nullptr;
        for_each_lane(lanes, input, [&](std::int64_t lane, auto &read) {
            const std::int64_t at = find_extremum<T>(lanes.size, largest, read);
            indices[lane] = static_cast<std::int32_t>(at);
            if (values != nullptr)
            {
                values[lane] = input[(lane / lanes.inner * lanes.size + at) * lanes.inner + lane % lanes.inner];
            }
        });
    });
}
TPUSIM_KERNEL_AS(single_core, "tpu_kernel_api_arg", sg_api_reduce_arg_t, 1, arg_kernel<FirmwareChip>)
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_arg_muti_core", sg_api_reduce_arg_t, 1, arg_kernel<FirmwareChip>) // sic

// Sums up to each element of a lane.
template <class Chip>
void cumsum_kernel(KernelContext &ctx, const sg_api_cumsum_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    require_axis(ctx, api.axis, api.dim, "axis");
    const Lanes lanes(shape, api.axis, api.axis + 1);
    dispatch_any<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, lanes.elements());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, lanes.elements());
        const Slice part = ctx.slice(lanes.size == 0 ? 0 : lanes.count());
        for (std::int64_t lane = part.begin; lane < part.end; ++lane)
        {
            const std::int64_t first = lane / lanes.inner * lanes.size * lanes.inner + lane % lanes.inner;
            ComputeType<T> total{};
            for (std::int64_t at = first; at < first + lanes.size * lanes.inner; at += lanes.inner)
            {
                total = add(total, widened(input[at]));
                store_run<Chip>(&total, 1, output + at);
            }
        }
        ctx.count_flops(static_cast<double>(part.size() * lanes.size));
    });
}
TPUSIM_KERNEL(cumsum, sg_api_cumsum_t)

// --- over any dimensions ---

template <class Chip>
void reduce_max_or_min_kernel(KernelContext &ctx, const sg_api_reduce_max_or_min_t &api)
{
    if (api.mode != 0 && api.mode != 1)
    {
        ctx.fault("mode", "is " + std::to_string(api.mode) + ", which names no extremum");
    }
    const Groups groups(ctx, read_shape(ctx, &api.shape, api.dim, "shape"),
                        read_ints(ctx, &api.reduction_dim, api.reduction_dim_length, "reduction_dim"), "reduction_dim");
    if (groups.size() == 0 && groups.count() > 0)
    {
        ctx.fault("shape", "the dimensions to reduce are empty");
    }
    constexpr float infinity = std::numeric_limits<float>::infinity();
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, groups.elements());
        TPUSIM_OUT(ctx, api, buffer_global_addr, T, groups.elements()); // the hardware's steps
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, groups.count());
        groups.for_each(ctx.slice(groups.count()), input, [&](std::int64_t group, const Eigen::ArrayXf &values) {
            const auto value = [data = values.data()](std::int64_t i) { return data[i]; };
            output[group] = from_float<Chip, T>(api.mode == 0 ? accumulate(values.size(), -infinity, maximum<float>, value)
                                                              : accumulate(values.size(), infinity, minimum<float>, value));
        });
    });
}
TPUSIM_KERNEL(reduce_max_or_min, sg_api_reduce_max_or_min_t)

// As PyTorch: of fewer elements than the correction the sum over 0.
inline float variance(Eigen::ArrayXf &values, int correction)
{
    const auto size = static_cast<float>(values.size());
    values -= sum(values) / size;
    return sum_of_products(values, values) / std::max(0.0f, size - static_cast<float>(correction));
}

template <class Chip>
void reduce_var(KernelContext &ctx, const sg_api_reduce_var_t &api, const Groups &groups, int buffers)
{
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, groups.elements());
        TPUSIM_OUT(ctx, api, buffer_global_addr, T, groups.elements()); // the hardware's steps
        TPUSIM_OUT(ctx, api, mul_global_addr, T, groups.elements());
        if (buffers == 3)
        {
            TPUSIM_OUT(ctx, api, sum_global_addr, T, groups.elements());
        }
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, groups.count());
        groups.for_each(ctx.slice(groups.count()), input, [&](std::int64_t group, Eigen::ArrayXf &values) {
            output[group] = from_float<Chip, T>(variance(values, api.correction));
        });
    });
}

template <class Chip>
void reduce_var_kernel(KernelContext &ctx, const sg_api_reduce_var_t &api)
{
    const Shape shape = read_shape(ctx, &api.input_shape, api.input_dim, "input_shape");
    reduce_var<Chip>(ctx, api, Groups(ctx, shape, read_ints(ctx, &api.reduce_list, api.reduce_dim, "reduce_list"), "reduce_list"), 3);
}
TPUSIM_KERNEL_ON(single_core, reduce_var, sg_api_reduce_var_t)

template <class Chip>
void reduce_var_all_kernel(KernelContext &ctx, const sg_api_reduce_var_t &api)
{
    const Shape shape = read_shape(ctx, &api.input_shape, api.input_dim, "input_shape");
    Shape all{shape.dim, {}};
    std::iota(all.size.begin(), all.size.end(), 0);
    reduce_var<Chip>(ctx, api, Groups(ctx, shape, all, "input_dim"), 2);
}
TPUSIM_KERNEL_ON(single_core, reduce_var_all, sg_api_reduce_var_t)

} // namespace tpusim
