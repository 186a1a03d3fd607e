// The k largest or smallest along an axis, in order; the largest of the best groups.
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

// The first k of `order` as the k largest or smallest of `lane`, in order; of equal ones the first in `order`, which is ascending.
template <class Number>
void put_first(const std::vector<Number> &lane, std::vector<std::int32_t> &order, std::int64_t k, bool largest)
{
    std::partial_sort(order.begin(), order.begin() + k, order.end(), [&](std::int32_t a, std::int32_t b) {
        const bool before = largest ? is_larger(lane[a], lane[b]) : is_larger(lane[b], lane[a]);
        const bool after = largest ? is_larger(lane[b], lane[a]) : is_larger(lane[a], lane[b]);
        return before || (!after && a < b);
    });
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
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            const std::int64_t origin = i / lanes.inner * lanes.inner;
            const std::int64_t at = i % lanes.inner;
            const T *first = input + origin * lanes.size + at;
            load(first, lanes.inner, lanes.size, lane.data());
            std::iota(order.begin(), order.end(), 0);
            put_first(lane, order, api.k, api.largest != 0);
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

// --- the largest of the best groups ---

inline float sum_of_two_largest(const float *values, std::int64_t count)
{
    float first = values[0], second = values[1];
    for (std::int64_t i = 1; i < count; ++i)
    {
        const bool larger = is_larger(values[i], first);
        second = larger ? first : i == 1 || is_larger(values[i], second) ? values[i] : second;
        first = larger ? values[i] : first;
    }
    return first + second;
}

template <class Chip>
void noaux_tc_topk_kernel(KernelContext &ctx, const sg_api_noaux_tc_topk_t &api)
{
    const std::int64_t rows = api.batch_size, size = api.total_size;
    const std::int64_t group = api.n_groups < 1 ? 0 : size / api.n_groups;
    const std::int64_t scores_count = ctx.elements("batch_size, total_size", {rows, size});
    if (group < 2 || size % api.n_groups != 0 || api.topk_groups < 1 || api.topk_groups > api.n_groups || api.top_k < 1 ||
        api.top_k > api.topk_groups * group)
    {
        ctx.fault("n_groups, topk_groups, top_k", std::to_string(api.top_k) + " of " + std::to_string(api.topk_groups) + " of " +
                                                      std::to_string(api.n_groups) + " groups of " + std::to_string(size) + " elements");
    }
    dispatch_float<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *scores = TPUSIM_IN(ctx, api, scores_global_addr, T, scores_count);
        T *values = TPUSIM_OUT(ctx, api, values_global_addr, T, rows * api.top_k);
        std::int32_t *indices = TPUSIM_OUT(ctx, api, indices_global_addr, std::int32_t, rows * api.top_k);
        const Slice part = ctx.slice(rows);
        std::vector<float> row(part.size() > 0 ? size : 0);
        std::vector<float> sums(api.n_groups);
        std::vector<std::int32_t> groups(sums.size());
        std::vector<std::int32_t> order(api.topk_groups * group);
        for (std::int64_t i = part.begin; i < part.end; ++i)
        {
            load(scores + i * size, 1, size, row.data());
            for (int g = 0; g < api.n_groups; ++g)
            {
                sums[g] = sum_of_two_largest(row.data() + g * group, group);
            }
            std::iota(groups.begin(), groups.end(), 0);
            put_first(sums, groups, api.topk_groups, true);
            std::sort(groups.begin(), groups.begin() + api.topk_groups);
            for (std::int64_t j = 0; j < api.topk_groups; ++j)
            {
                const auto first = order.begin() + j * group;
                std::iota(first, first + group, static_cast<std::int32_t>(groups[j] * group));
            }
            put_first(row, order, api.top_k, true);
            for (std::int64_t j = 0; j < api.top_k; ++j)
            {
                values[i * api.top_k + j] = scores[i * size + order[j]];
                indices[i * api.top_k + j] = order[j];
            }
        }
    });
}
TPUSIM_KERNEL(noaux_tc_topk, sg_api_noaux_tc_topk_t)

} // namespace tpusim
