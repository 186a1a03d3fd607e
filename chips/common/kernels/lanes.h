// A tensor seen as [outer, size, inner], where `size` is what a kernel reduces over: blocks of lanes as f32. No kernel is registered here.
#pragma once

#include "elementwise.h"

namespace tpusim
{

struct Lanes
{
    std::int64_t outer;
    std::int64_t size;
    std::int64_t inner;

    Lanes(const Shape &shape, int begin, int end)
        : outer(shape.count(0, begin)), size(shape.count(begin, end)), inner(shape.count(end, shape.dim))
    {
    }

    std::int64_t count() const { return outer * inner; }
    std::int64_t elements() const { return outer * size * inner; }
};

// Lanes [first, first + width) of one outer index. Element k of lane i lies at origin + k * inner + i.
struct LaneBlock
{
    std::int64_t origin;
    std::int64_t first; // number of the first lane
    std::int64_t width;
};

// body(block) over `part` of the lanes, in blocks that fit a cache and do not cross an outer index.
template <class Body>
void for_each_block(const Lanes &lanes, Slice part, Body &&body)
{
    constexpr std::int64_t cached_elements = 65536;
    const std::int64_t widest = std::max<std::int64_t>(16, cached_elements / std::max<std::int64_t>(lanes.size, 1));
    for (std::int64_t lane = part.begin; lane < part.end;)
    {
        const std::int64_t outer = lane / lanes.inner;
        const std::int64_t i = lane % lanes.inner;
        const std::int64_t width = std::min({widest, lanes.inner - i, part.end - lane});
        body(LaneBlock{outer * lanes.size * lanes.inner + i, lane, width});
        lane += width;
    }
}

// One column for each k. A block of width 1 of a tensor with inner 1 is contiguous.
template <class T>
void load_block(const Lanes &lanes, const LaneBlock &block, const T *src, Eigen::ArrayXXf &values)
{
    values.resize(block.width, lanes.size);
    if (lanes.inner == 1)
    {
        load(src + block.origin, 1, lanes.size, values.data());
        return;
    }
    for (std::int64_t k = 0; k < lanes.size; ++k)
    {
        load(src + block.origin + k * lanes.inner, 1, block.width, values.col(k).data());
    }
}

template <class Chip, class T>
void store_block(const Lanes &lanes, const LaneBlock &block, const Eigen::ArrayXXf &values, T *dst)
{
    if (lanes.inner == 1)
    {
        store_run<Chip>(values.data(), values.size(), dst + block.origin);
        return;
    }
    for (std::int64_t k = 0; k < lanes.size; ++k)
    {
        store_run<Chip>(values.col(k).data(), values.rows(), dst + block.origin + k * lanes.inner);
    }
}

// The values of `width` lanes combined in accumulate()'s order; column(k) has element k of each.
template <class Combine, class Column>
Eigen::ArrayXf accumulate_columns(std::int64_t width, std::int64_t size, float start, const Combine &combine, Column &&column)
{
    Eigen::ArrayXXf totals = Eigen::ArrayXXf::Constant(width, running, start);
    const auto add_column = [&](float *total, const float *column) {
        for (std::int64_t i = 0; i < width; ++i)
        {
            total[i] = combine(total[i], column[i]);
        }
    };
    for (std::int64_t k = 0; k < size; ++k)
    {
        add_column(totals.col(k % running).data(), column(k));
    }
    for (int step = running / 2; step > 0; step /= 2)
    {
        for (int i = 0; i < step && i + step < size; ++i) // beyond `size` totals hold the start, which changes nothing
        {
            add_column(totals.col(i).data(), totals.col(i + step).data());
        }
    }
    return totals.col(0);
}

// Each lane's values combined in accumulate()'s order, whether they lie side by side or in columns: equal lanes give equal bits.
template <class Combine>
Eigen::ArrayXf accumulate_lanes(const Eigen::ArrayXXf &values, float start, const Combine &combine)
{
    if (values.rows() == 1)
    {
        const auto value = [data = values.data()](std::int64_t k) { return data[k]; };
        return Eigen::ArrayXf::Constant(1, accumulate(values.cols(), start, combine, value));
    }
    return accumulate_columns(values.rows(), values.cols(), start, combine, [&](std::int64_t k) { return values.col(k).data(); });
}

inline Eigen::ArrayXf lane_sum(const Eigen::ArrayXXf &values) { return accumulate_lanes(values, 0.0f, std::plus<float>{}); }

// Of the numbers; a NaN in a lane does not count, but makes what is computed from the lane's values one.
inline Eigen::ArrayXf lane_max(const Eigen::ArrayXXf &values)
{
    return accumulate_lanes(values, -std::numeric_limits<float>::infinity(), [](float a, float b) { return a < b ? b : a; });
}

// values(i, k) = f(values(i, k), per_lane(i)).
template <class F>
void combine_lanes(Eigen::ArrayXXf &values, const Eigen::ArrayXf &per_lane, const F &f)
{
    if (values.rows() == 1)
    {
        float *lane = values.data();
        const float number = per_lane(0);
        for (Eigen::Index k = 0; k < values.size(); ++k)
        {
            lane[k] = f(lane[k], number);
        }
        return;
    }
    for (Eigen::Index k = 0; k < values.cols(); ++k)
    {
        float *column = values.col(k).data();
        const float *numbers = per_lane.data();
        for (Eigen::Index i = 0; i < values.rows(); ++i)
        {
            column[i] = f(column[i], numbers[i]);
        }
    }
}

} // namespace tpusim
