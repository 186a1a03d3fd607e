// The k largest or smallest along an axis, in order.
#pragma once

#include <numeric>

#include "lanes.h"
#include "sg_api/sort.h"

namespace tpusim
{

// A NaN is larger than all numbers.
template <class T>
bool is_larger(T a, T b)
{
    return b == b && (a != a || a > b);
}

template <class Chip>
void topk_kernel(KernelContext &ctx, const sg_api_topk_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    require_axis(ctx, api.axis, api.dim, "axis");
    const Lanes lanes(shape, api.axis, api.axis + 1);
    if (api.k < 0 || api.k > lanes.size)
    {
        ctx.fault("k", "is " + std::to_string(api.k) + " of " + std::to_string(lanes.size));
    }
    const std::int64_t chosen = lanes.count() * api.k;
    dispatch_any<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        using Number = ComputeType<T>;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, lanes.elements());
        T *values = TPUSIM_OUT(ctx, api, value_global_addr, T, chosen);
        std::int32_t *indices = TPUSIM_OUT(ctx, api, index_global_addr, std::int32_t, chosen);
        const Slice part = ctx.slice(chosen == 0 ? 0 : lanes.count());
        std::vector<Number> lane(part.size() > 0 ? lanes.size : 0);
        std::vector<std::int32_t> order(lane.size());
        const auto comes_before = [&](std::int32_t a, std::int32_t b) {
            const bool before = api.largest != 0 ? is_larger(lane[a], lane[b]) : is_larger(lane[b], lane[a]);
            const bool after = api.largest != 0 ? is_larger(lane[b], lane[a]) : is_larger(lane[a], lane[b]);
            return before || (!after && a < b);
        };
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            const std::int64_t origin = i / lanes.inner * lanes.inner;
            const std::int64_t at = i % lanes.inner;
            const T *first = input + origin * lanes.size + at;
            load(first, lanes.inner, lanes.size, lane.data());
            std::iota(order.begin(), order.end(), 0);
            std::partial_sort(order.begin(), order.begin() + api.k, order.end(), comes_before);
            for (std::int64_t j = 0; j < api.k; ++j)
            {
                const std::int64_t target = origin * api.k + at + j * lanes.inner;
                values[target] = first[order[j] * lanes.inner];
                indices[target] = order[j];
            }
        }
    });
}
TPUSIM_KERNEL(topk, sg_api_topk_t)

} // namespace tpusim
