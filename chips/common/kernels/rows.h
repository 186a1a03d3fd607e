// Normalisation of one row, shared by the norm kernels. No kernel is registered here.
#pragma once

#include "../functions.h"
#include "arrays.h"

namespace tpusim
{

// A tensor as rows over the dimensions from `axis` on.
struct Rows
{
    std::int64_t count;
    std::int64_t size;

    Rows(const Shape &shape, int axis) : count(shape.count(0, axis)), size(shape.count(axis, shape.dim)) {}
    std::int64_t elements() const { return count * size; }
};

inline Rows read_rows(KernelContext &ctx, const void *shape, int dim, int axis)
{
    const Shape sizes = read_shape(ctx, shape, dim, "shape");
    require_axis(ctx, axis, dim, "axis");
    return Rows(sizes, axis);
}

// An optional vector as f32; `absent` everywhere if its address is null.
template <class T>
Eigen::ArrayXf load_vector(const T *src, std::int64_t count, float absent)
{
    Eigen::ArrayXf values = Eigen::ArrayXf::Constant(count, absent);
    if (src != nullptr)
    {
        load(src, 1, count, values.data());
    }
    return values;
}

// TPUSIM_IN and TPUSIM_OUT of a field that may be 0, which gives nullptr.
#define TPUSIM_IN_OPTIONAL(ctx, api, field, T, count) ((api).field == 0 ? nullptr : TPUSIM_IN(ctx, api, field, T, count))
#define TPUSIM_OUT_OPTIONAL(ctx, api, field, T, count) ((api).field == 0 ? nullptr : TPUSIM_OUT(ctx, api, field, T, count))

struct Moments
{
    float mean;
    float rstd;
    float squares; // sum of squared distances from the mean
};

// row = (row - mean) / sqrt(variance + eps), two passes.
inline Moments normalise(Eigen::ArrayXf &row, float eps)
{
    const auto size = static_cast<float>(row.size());
    const float mean = sum(row) / size;
    row -= mean;
    const float squares = sum_of_products(row, row);
    const float rstd = 1.0f / std::sqrt(squares / size + eps);
    row *= rstd;
    return {mean, rstd, squares};
}

// Gradient of a row's elements from that of its normal form, which `scale` made of it: an Eigen expression.
inline auto normal_gradient(const Eigen::ArrayXf &gradient, const Eigen::ArrayXf &normal, float scale)
{
    const auto size = static_cast<float>(normal.size());
    const float average = sum(gradient) / size;
    const float projection = sum_of_products(gradient, normal) / size;
    return scale * (gradient - average - normal * projection);
}

// The row as its softmax; returns the logarithm of the sum of exponentials that it had.
inline float softmax_row(float *row, std::int64_t size)
{
    const float infinity = std::numeric_limits<float>::infinity();
    const float largest =
        accumulate(size, -infinity, [](float a, float b) { return a < b ? b : a; }, [=](std::int64_t i) { return row[i]; });
    std::transform(row, row + size, row, [=](float x) { return functions::exp(x - largest); });
    const float total = accumulate(size, 0.0f, std::plus<float>{}, [=](std::int64_t i) { return row[i]; });
    std::transform(row, row + size, row, [=](float x) { return x / total; });
    return functions::log(total) + largest;
}

} // namespace tpusim
