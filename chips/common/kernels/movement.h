// Kernels that move elements without computing: strided copy, permute, concat, convert.
#pragma once

#include "strided.h"
#include "sg_api/movement.h"

namespace tpusim
{

// Copies runs of elements that lie `step` apart in the source and side by side in the target. Runs that begin side by side in the source are
// copied together, in squares: each line of memory is then read once and written once.
template <class T>
class Transposed
{
public:
    Transposed(const T *src, std::int64_t step, T *dst) : src_(src), step_(step), dst_(dst) {}

    void add(std::int64_t from, std::int64_t to, std::int64_t length)
    {
        if (count_ == side || (count_ > 0 && (from != first_ + count_ || length != length_)))
        {
            flush();
        }
        if (count_ == 0)
        {
            first_ = from;
            length_ = length;
        }
        to_[count_++] = to;
    }

    void flush()
    {
        std::int64_t done = 0;
        for (; count_ == side && done + side <= length_; done += side)
        {
            copy_square(done);
        }
        for (int run = 0; run < count_; ++run)
        {
            for (std::int64_t i = done; i < length_; ++i)
            {
                dst_[to_[run] + i] = src_[first_ + run + i * step_];
            }
        }
        count_ = 0;
    }

private:
    static constexpr int side = 64 / sizeof(T); // elements of a line of memory

    void copy_square(std::int64_t begin)
    {
        alignas(64) T square[side][side];
        for (int i = 0; i < side; ++i)
        {
            std::memcpy(square[i], src_ + first_ + (begin + i) * step_, sizeof square[i]);
        }
        for (int run = 0; run < side; ++run)
        {
            T *to = dst_ + to_[run] + begin;
            for (int i = 0; i < side; ++i)
            {
                to[i] = square[i][run];
            }
        }
    }

    const T *src_;
    const std::int64_t step_;
    T *dst_;
    std::int64_t first_ = 0; // in the source, of the first run
    std::int64_t length_ = 0;
    std::array<std::int64_t, side> to_{};
    int count_ = 0;
};

// This core's share of dst[index . dst_strides] = src[index . src_strides].
template <class T>
void copy_strided(KernelContext &ctx, const Shape &shape, const T *src, const Shape &src_strides, T *dst, const Shape &dst_strides)
{
    const StridedLoop<2> loop(shape, {src_strides, dst_strides});
    const Eigen::InnerStride<> src_step(loop.inner_stride(0));
    const Eigen::InnerStride<> dst_step(loop.inner_stride(1));
    using Target = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>, 0, Eigen::InnerStride<>>;
    if (src_step.inner() != 1 && dst_step.inner() == 1)
    {
        Transposed<T> runs(src, src_step.inner(), dst);
        loop.for_each_run(ctx.slice(loop.total()),
                          [&](const auto &offsets, std::int64_t length) { runs.add(offsets[0], offsets[1], length); });
        runs.flush();
        return;
    }
    loop.for_each_run(ctx.slice(loop.total()), [&](const auto &offsets, std::int64_t length) {
        if (src_step.inner() == 1 && dst_step.inner() == 1)
        {
            std::memmove(dst + offsets[1], src + offsets[0], static_cast<std::size_t>(length) * sizeof(T));
            return;
        }
        Target(dst + offsets[1], length, dst_step) = ConstStridedView<T>(src + offsets[0], length, src_step);
    });
}

template <class Chip>
void strided_copy_kernel(KernelContext &ctx, const sg_api_strided_copy_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    const Shape from = read_ints(ctx, &api.input_stride, api.dim, "input_stride");
    const Shape to = read_ints(ctx, &api.output_stride, api.dim, "output_stride");
    dispatch_size<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const std::int64_t places = extent(ctx, shape, to, "output_stride");
        if (shape.count() > places)
        {
            ctx.fault("output_stride", "puts " + std::to_string(shape.count()) + " elements into " + std::to_string(places) + " places");
        }
        const T *src = TPUSIM_IN(ctx, api, input_global_addr, T, extent(ctx, shape, from, "input_stride"));
        T *dst = TPUSIM_OUT(ctx, api, output_global_addr, T, places);
        copy_strided(ctx, shape, src, from, dst, to);
    });
}
TPUSIM_KERNEL(strided_copy, sg_api_strided_copy_t)

template <class Chip>
void permute_kernel(KernelContext &ctx, const sg_api_permute_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    const Shape strides = read_ints(ctx, &api.stride, api.dim, "stride");
    const Shape order = read_ints(ctx, &api.dim_order, api.dim, "dim_order");
    Shape permuted = shape;
    Shape from = strides;
    unsigned seen = 0;
    for (int axis = 0; axis < shape.dim; ++axis)
    {
        require_axis(ctx, static_cast<int>(order[axis]), shape.dim, "dim_order");
        seen |= 1u << order[axis];
        permuted.size[axis] = shape[static_cast<int>(order[axis])];
        from.size[axis] = strides[static_cast<int>(order[axis])];
    }
    if (seen != (1u << shape.dim) - 1)
    {
        ctx.fault("dim_order", "names a dimension twice");
    }
    dispatch_size<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *src = TPUSIM_IN(ctx, api, input_global_addr, T, extent(ctx, shape, strides, "stride"));
        T *dst = TPUSIM_OUT(ctx, api, output_global_addr, T, shape.count());
        // The hardware stages through both buffers; what matters here is that they are this device's memory.
        TPUSIM_OUT(ctx, api, trans_buffer_global_addr, T, shape.count());
        TPUSIM_OUT(ctx, api, copy_buffer_global_addr, T, shape.count());
        copy_strided(ctx, permuted, src, from, dst, permuted.contiguous_strides());
    });
}
TPUSIM_KERNEL_AS(single_core, "tpu_kernel_api_permute", sg_api_permute_t, 1, permute_kernel<FirmwareChip>)
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_permute", sg_api_permute_t, 1, permute_kernel<FirmwareChip>)

template <class Chip>
void concat_kernel(KernelContext &ctx, const sg_api_concat_t &api)
{
    require_axis(ctx, api.axis, api.dim, "axis");
    if (api.input_num < 1 || api.input_num > FW_MAX_CONCAT_NUM)
    {
        ctx.fault("input_num", "is " + std::to_string(api.input_num) + "; the kernel takes 1 to " + std::to_string(FW_MAX_CONCAT_NUM));
    }
    std::array<Shape, FW_MAX_CONCAT_NUM> shapes;
    Shape joined{};
    for (int i = 0; i < api.input_num; ++i)
    {
        shapes[i] = read_shape(ctx, &api.input_shapes[i], api.dim, "input_shapes");
        for (int axis = 0; axis < api.dim; ++axis)
        {
            if (axis != api.axis && shapes[i][axis] != shapes[0][axis])
            {
                ctx.fault("input_shapes", "input " + std::to_string(i) + " has size " + std::to_string(shapes[i][axis]) + " in dimension " +
                                              std::to_string(axis) + ", the first has " + std::to_string(shapes[0][axis]));
            }
        }
        const std::int64_t before = i == 0 ? 0 : joined[api.axis];
        joined = shapes[i];
        joined.size[api.axis] += before;
    }
    require_count(ctx, joined, "input_shapes");
    const Shape to = joined.contiguous_strides();
    dispatch_size<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        T *dst = TPUSIM_OUT(ctx, api, output_global_addr, T, joined.count());
        for (int i = 0; i < api.input_num; ++i)
        {
            const T *src = ctx.template in<T>(api.input_global_addrs[i], shapes[i].count(), "input_global_addrs");
            copy_strided(ctx, shapes[i], src, shapes[i].contiguous_strides(), dst, to);
            dst += shapes[i][api.axis] * to[api.axis];
        }
    });
}
TPUSIM_KERNEL(concat, sg_api_concat_t)

// To an integer from a float: towards zero, saturating; between integers: the low bits.
template <class Chip>
void dtype_convert_kernel(KernelContext &ctx, const sg_api_dtype_convert_t &api)
{
    const std::int64_t count = read_shape(ctx, &api.shape, api.dim, "shape").count();
    const Slice part = ctx.slice(count);
    dispatch_any<Chip>(ctx, api.input_dtype, "input_dtype", [&](auto in_tag) {
        using In = typename decltype(in_tag)::type;
        const In *src = TPUSIM_IN(ctx, api, input_global_addr, In, count) + part.begin;
        dispatch_any<Chip>(ctx, api.output_dtype, "output_dtype", [&](auto out_tag) {
            using Out = typename decltype(out_tag)::type;
            Out *dst = TPUSIM_OUT(ctx, api, output_global_addr, Out, count) + part.begin;
            for (std::int64_t i = 0; i < part.size(); ++i)
            {
                if constexpr (std::is_integral_v<In> && std::is_integral_v<Out>)
                {
                    dst[i] = static_cast<Out>(src[i]);
                }
                else
                {
                    dst[i] = from_float<Chip, Out>(to_float(src[i]));
                }
            }
        });
    });
}
TPUSIM_KERNEL(dtype_convert, sg_api_dtype_convert_t)

} // namespace tpusim
