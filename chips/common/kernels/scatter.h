// Elements written, or added, to positions along one axis.
#pragma once

#include "elementwise.h"
#include "sg_api/scatter.h"

namespace tpusim
{

struct ScatterShapes
{
    Shape output;
    Shape src;
    Shape index;         // which elements of src are taken
    Shape index_strides; // where the index of each lies
    std::int64_t indices = 0;
    int axis = 0;
};

inline ScatterShapes read_scatter(KernelContext &ctx, const sg_api_scatter_t &api)
{
    const Shape index = read_shape(ctx, &api.index_shape, api.dim, "index_shape");
    const ScatterShapes shapes{read_shape(ctx, &api.output_shape, api.dim, "output_shape"),
                               read_shape(ctx, &api.src_shape, api.dim, "src_shape"),
                               index,
                               index.contiguous_strides(),
                               index.count(),
                               api.axis};
    require_axis(ctx, api.axis, api.dim, "axis");
    for (int axis = 0; axis < api.dim; ++axis)
    {
        const bool large = axis != api.axis && shapes.index[axis] > shapes.output[axis];
        if (large || shapes.index[axis] > shapes.src[axis])
        {
            ctx.fault("index_shape", "has size " + std::to_string(shapes.index[axis]) + " in dimension " + std::to_string(axis) +
                                         ", more than " + (large ? "the output" : "the source"));
        }
    }
    return shapes;
}

// The same with one index for each position along the axis.
inline ScatterShapes read_scatter(KernelContext &ctx, const sg_api_index_put_t &api)
{
    const Shape output = read_shape(ctx, &api.output_shape, api.dim, "output_shape");
    require_axis(ctx, api.axis, api.dim, "axis");
    if (api.index_num < 0)
    {
        ctx.fault("index_num", "is negative: " + std::to_string(api.index_num));
    }
    Shape src = output, strides{output.dim, {}};
    src.size[api.axis] = api.index_num;
    strides.size[api.axis] = 1;
    require_count(ctx, src, "index_num");
    return {output, src, src, strides, api.index_num, api.axis};
}

// The cores share out the lanes along the axis, so that what falls on one place is one core's.
template <class Chip, class Index, class Api>
void scatter(KernelContext &ctx, const Api &api)
{
    const ScatterShapes shapes = read_scatter(ctx, api);
    const auto across = [&](const Shape &shape) { // without the axis
        Shape rest = shape;
        rest.size[shapes.axis] = 1;
        return rest;
    };
    const Shape to = shapes.output.contiguous_strides(), from = shapes.src.contiguous_strides(), at = shapes.index_strides;
    const std::int64_t size = shapes.output[shapes.axis], count = shapes.index[shapes.axis];
    const StridedLoop<3> lanes(across(shapes.index), {to, from, at});
    const Index *index = TPUSIM_IN(ctx, api, index_global_addr, Index, shapes.indices);
    dispatch_any<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *src = TPUSIM_IN(ctx, api, src_global_addr, T, shapes.src.count());
        T *output = TPUSIM_INOUT(ctx, api, output_global_addr, T, shapes.output.count());
        std::vector<ComputeType<T>> lane(static_cast<std::size_t>(api.add != 0 && count > 0 ? size : 0));
        const auto each = [&](std::int64_t position, std::int64_t source, const auto &put) {
            for (std::int64_t i = 0; i < count; ++i)
            {
                const std::int64_t place = index[position + i * at[shapes.axis]];
                if (place < 0 || place >= size)
                {
                    ctx.fault("index_global_addr", "index " + std::to_string(place) + " at position " +
                                                       std::to_string(position + i * at[shapes.axis]) + " is outside an axis of size " +
                                                       std::to_string(size));
                }
                put(place, src[source + i * from[shapes.axis]]);
            }
        };
        lanes.for_each_run(ctx.slice(count == 0 ? 0 : lanes.total()), [&](const auto &offsets, std::int64_t length) {
            for (std::int64_t i = 0; i < length; ++i)
            {
                T *target = output + offsets[0] + i * lanes.inner_stride(0);
                const std::int64_t source = offsets[1] + i * lanes.inner_stride(1), position = offsets[2] + i * lanes.inner_stride(2);
                const std::int64_t step = to[shapes.axis];
                if (api.add == 0)
                {
                    each(position, source, [&](std::int64_t place, T value) { target[place * step] = value; });
                    continue;
                }
                load(target, step, size, lane.data());
                each(position, source, [&](std::int64_t place, T value) { lane[place] = add(lane[place], widened(value)); });
                for (std::int64_t place = 0; place < size; ++place)
                {
                    store_run<Chip>(&lane[place], 1, target + place * step);
                }
            }
        });
        ctx.count_flops(api.add != 0 ? static_cast<double>(shapes.index.count()) / ctx.cores() : 0.0);
    });
}

template <class Chip, class Api>
void scatter_kernel(KernelContext &ctx, const Api &api)
{
    return api.is_index_int64 != 0 ? scatter<Chip, std::int64_t>(ctx, api) : scatter<Chip, std::int32_t>(ctx, api);
}
TPUSIM_KERNEL(scatter, sg_api_scatter_t)
TPUSIM_KERNEL_PHASES(index_put, sg_api_index_put_t, scatter_kernel<FirmwareChip>)

} // namespace tpusim
