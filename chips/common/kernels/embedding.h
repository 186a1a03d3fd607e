// Gradient of an embedding: rows added up by their index.
#pragma once

#include "lanes.h"
#include "sg_api/embedding.h"

namespace tpusim
{

// Each core adds up its share of the rows of grad_input.
template <class Chip, class Index>
void embedding_backward(KernelContext &ctx, const sg_api_embedding_backward_t &api)
{
    const Shape gradient = read_shape(ctx, &api.grad_output_shape, api.grad_output_dim, "grad_output_shape");
    const Shape table = read_shape(ctx, &api.grad_input_shape, api.grad_input_dim, "grad_input_shape");
    const std::int64_t count = read_shape(ctx, &api.index_shape, api.index_dim, "index_shape").count();
    if (table.dim != 2 || gradient.dim < 1 || gradient[gradient.dim - 1] != table[1] || gradient.count(0, gradient.dim - 1) != count)
    {
        ctx.fault("grad_output_shape", "must be a row of grad_input for each index, grad_input rows");
    }
    const std::int64_t width = table[1];
    const Index *index = TPUSIM_IN(ctx, api, index_global_addr, Index, count);
    TPUSIM_OUT(ctx, api, sorted_index_global_addr, std::int32_t, count); // the hardware's order of the indices
    TPUSIM_OUT(ctx, api, sorted_index_index_global_addr, std::int32_t, count);
    TPUSIM_OUT(ctx, api, from_index_global_addr, std::int32_t, api.window_size);
    TPUSIM_OUT(ctx, api, to_index_global_addr, std::int32_t, api.window_size);
    dispatch_float<Chip>(ctx, api.grad_output_dtype, "grad_output_dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *rows = TPUSIM_IN(ctx, api, grad_output_global_addr, T, gradient.count());
        T *output = TPUSIM_OUT(ctx, api, grad_input_global_addr, T, table.count());
        const Slice part = ctx.slice(width == 0 ? 0 : table[0]);
        Eigen::ArrayXXf sums = Eigen::ArrayXXf::Zero(width, part.size());
        Eigen::ArrayXf row(width);
        for (std::int64_t i = 0; i < count; ++i)
        {
            const std::int64_t at = index[i];
            if (at < 0 || at >= table[0])
            {
                ctx.fault("index_global_addr", "index " + std::to_string(at) + " at position " + std::to_string(i) +
                                                   " is outside a table of " + std::to_string(table[0]) + " rows");
            }
            if (at >= part.begin && at < part.end)
            {
                load(rows + i * width, 1, width, row.data());
                sums.col(at - part.begin) += row;
            }
        }
        store_run<Chip>(sums.data(), sums.size(), output + part.begin * width);
        ctx.count_flops(static_cast<double>(gradient.count()));
    });
}

template <class Chip>
void embedding_backward_kernel(KernelContext &ctx, const sg_api_embedding_backward_t &api)
{
    return api.is_index_int64 != 0 ? embedding_backward<Chip, std::int64_t>(ctx, api) : embedding_backward<Chip, std::int32_t>(ctx, api);
}
TPUSIM_KERNEL(embedding_backward, sg_api_embedding_backward_t)

} // namespace tpusim
