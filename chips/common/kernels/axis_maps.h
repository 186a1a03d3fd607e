// Copies in which each dimension of the output reads its own places of the input: repeated, padded, cut. No kernel is registered here.
#pragma once

#include <vector>

#include "arrays.h"

namespace tpusim
{

// For each index of one output dimension: elements from the input's start, or `outside`.
using AxisMap = std::vector<std::int64_t>;
constexpr std::int64_t outside = -1;

// This core's share of dst, contiguous: the element of src at the sum of what its indices say, or `fill` where one of them says outside.
// map(axis) gives the AxisMap of a dimension; it is not asked where there is no element.
template <class T, class Map>
void copy_mapped(KernelContext &ctx, const Shape &shape, const Map &map, const T *src, T fill, T *dst)
{
    if (shape.count() == 0)
    {
        return;
    }
    std::vector<AxisMap> maps;
    for (int axis = 0; axis < shape.dim; ++axis)
    {
        maps.push_back(map(axis));
    }
    const AxisMap inner = maps.empty() ? AxisMap{0} : maps.back();
    const auto width = static_cast<std::int64_t>(inner.size());
    const Slice rows = ctx.slice(shape.count() / width);
    for (std::int64_t row = rows.begin; row < rows.end; ++row)
    {
        std::int64_t origin = 0;
        std::int64_t rest = row;
        for (int axis = shape.dim - 2; axis >= 0; --axis)
        {
            const std::int64_t offset = maps[axis][rest % shape[axis]];
            rest /= shape[axis];
            origin = origin == outside || offset == outside ? outside : origin + offset;
        }
        T *target = dst + row * width;
        for (std::int64_t i = 0; i < width; ++i)
        {
            target[i] = origin == outside || inner[i] == outside ? fill : src[origin + inner[i]];
        }
    }
}

} // namespace tpusim
