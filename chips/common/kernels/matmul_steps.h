// Steps that kernels with a matrix product share: widening to f32, the product, bias and rounding. No kernel is registered here.
#pragma once

#include "../gemm.h"
#include "arrays.h"

namespace tpusim
{

// This core's share of `count` elements, widened into the scratch slot that all cores share.
template <class T>
void widen_share(KernelContext &ctx, const T *src, std::int64_t count, int slot)
{
    if constexpr (!std::is_same_v<T, float>)
    {
        const Slice part = ctx.slice(count);
        load(src + part.begin, 1, part.size(), ctx.scratch<float>(slot, count) + part.begin);
    }
}

// An operand as f32 on one core: itself, or widened into a scratch slot.
template <class T>
const float *widened_operand(KernelContext &ctx, const T *src, std::int64_t count, int slot)
{
    if constexpr (std::is_same_v<T, float>)
    {
        return src;
    }
    else
    {
        float *values = ctx.scratch<float>(slot, count);
        load(src, 1, count, values);
        return values;
    }
}

// One launch: `batch` products [m, k] x [k, n].
struct MatmulSizes
{
    std::int64_t batch;
    std::int64_t m;
    std::int64_t k;
    std::int64_t n;
    bool left_transposed;
    bool right_transposed;
};

// The sizes, if a memory could hold the elements of each of the three matrices.
inline MatmulSizes checked(const KernelContext &ctx, const char *argument, const MatmulSizes &s)
{
    ctx.elements(argument, {s.batch, s.m, s.k});
    ctx.elements(argument, {s.batch, s.k, s.n});
    ctx.elements(argument, {s.batch, s.m, s.n});
    return s;
}

enum MatmulScratch
{
    left_f32,
    right_f32,
    partial_products, // multi-core form: one [batch, m, n] for each core
    product_f32,      // single-core form
};

// Cores with a share of K; those beyond have none.
inline int parts_of_k(const KernelContext &ctx, std::int64_t k)
{
    const std::int64_t share = std::max<std::int64_t>(1, (k + ctx.cores() - 1) / ctx.cores());
    return static_cast<int>(std::max<std::int64_t>(1, (k + share - 1) / share));
}

// output[row] = sum over parts of product[row] + bias, in the order of the parts. parts lie `part_stride` elements apart.
template <class Chip, class Out, class Bias>
void finish_rows(Slice rows, std::int64_t n, const float *product, int parts, std::int64_t part_stride, const Bias *bias, Out *output)
{
    if (n == 0)
    {
        return; // however many rows there are
    }
    using Row = Eigen::ArrayXf;
    Row bias_row = Row::Zero(n);
    if (bias != nullptr)
    {
        load(bias, 1, n, bias_row.data());
    }
    Row sum(n);
    for (std::int64_t row = rows.begin; row < rows.end; ++row)
    {
        sum = Eigen::Map<const Row>(product + row * n, n);
        for (int part = 1; part < parts; ++part)
        {
            sum += Eigen::Map<const Row>(product + part * part_stride + row * n, n);
        }
        if (bias != nullptr)
        {
            sum += bias_row;
        }
        store<Chip>(sum, output + row * n);
    }
}

// product = left x right over k in `part`, all batches. product is dense [batch, m, n].
inline void multiply(KernelContext &ctx, const MatmulSizes &s, Slice part, const float *left, const float *right, float *product)
{
    if (s.m == 0 || s.n == 0)
    {
        return;
    }
    const std::int64_t lda = std::max<std::int64_t>(1, s.left_transposed ? s.m : s.k);
    const std::int64_t ldb = std::max<std::int64_t>(1, s.right_transposed ? s.k : s.n);
    const float *a = left + part.begin * (s.left_transposed ? s.m : 1);
    const float *b = right + part.begin * (s.right_transposed ? 1 : s.n);
    for (std::int64_t i = 0; i < s.batch; ++i)
    {
        gemm_f32(s.left_transposed, s.right_transposed, s.m, s.n, part.size(), a + i * s.m * s.k, lda, b + i * s.k * s.n, ldb, 0.0f,
                 product + i * s.m * s.n, s.n);
    }
    ctx.count_flops(2.0 * static_cast<double>(s.batch * s.m * s.n * part.size()));
}

} // namespace tpusim
