// Kernels that choose elements by position or condition: index_select, gather, where, masked_fill, masked_select, nonzero.
#pragma once

#include "elementwise.h"
#include "sg_api/index.h"

namespace tpusim
{

// --- index_select: rows of the axis, counted from the end where the index is negative ---

template <class Index>
std::int64_t checked_index(KernelContext &ctx, Index index, std::int64_t size, std::int64_t position)
{
    const auto at = static_cast<std::int64_t>(index);
    if (at < -size || at >= size)
    {
        ctx.fault("index_global_addr", "index " + std::to_string(at) + " at position " + std::to_string(position) +
                                           " is outside an axis of size " + std::to_string(size));
    }
    return at < 0 ? at + size : at;
}

template <class Chip, class Index>
void index_select(KernelContext &ctx, const sg_api_index_select_t &api)
{
    const Shape shape = read_shape(ctx, &api.input_shape, api.dim, "input_shape");
    require_axis(ctx, api.axis, api.dim, "axis");
    if (api.index_num < 0)
    {
        ctx.fault("index_num", "is negative: " + std::to_string(api.index_num));
    }
    const std::int64_t size = shape[api.axis];
    const std::int64_t inner = shape.count(api.axis + 1, api.dim);
    const std::int64_t rows = ctx.elements("index_num", {shape.count(0, api.axis), api.index_num});
    ctx.elements("index_num", {rows, inner});
    const int bytes = dtype_size(api.dtype);
    if (bytes == 0 || (bytes == 8 && !Chip::has_int64_arithmetic))
    {
        fault_dtype(ctx, api.dtype, "dtype", Chip::name);
    }
    const Index *index = TPUSIM_IN(ctx, api, index_global_addr, Index, api.index_num);
    const auto *input = TPUSIM_IN(ctx, api, input_global_addr, std::uint8_t, shape.count() * bytes);
    auto *output = TPUSIM_OUT(ctx, api, output_global_addr, std::uint8_t, rows * inner * bytes);
    const std::size_t row_bytes = static_cast<std::size_t>(inner) * static_cast<std::size_t>(bytes);
    const Slice part = ctx.slice(rows);
    // Without bytes to move one pass over the indices checks them all.
    const std::int64_t end = row_bytes > 0 ? part.end : std::min(part.end, part.begin + api.index_num);
    for (std::int64_t row = part.begin; row < end; ++row)
    {
        const std::int64_t position = row % api.index_num;
        const std::int64_t from = row / api.index_num * size + checked_index(ctx, index[position], size, position);
        if (row_bytes > 0)
        {
            std::memcpy(output + static_cast<std::size_t>(row) * row_bytes, input + static_cast<std::size_t>(from) * row_bytes, row_bytes);
        }
    }
}

template <class Chip>
void index_select_kernel(KernelContext &ctx, const sg_api_index_select_t &api)
{
    if (api.is_index_int64 == 0)
    {
        return index_select<Chip, std::int32_t>(ctx, api);
    }
    if constexpr (Chip::has_int64_arithmetic)
    {
        return index_select<Chip, std::int64_t>(ctx, api);
    }
    ctx.fault("is_index_int64", std::string("64-bit indices are not supported on ") + Chip::name + "; convert them to int32 first");
}
TPUSIM_KERNEL(index_select, sg_api_index_select_t)

// --- gather: an index for each element of the output ---

template <class Chip, class Index>
void gather(KernelContext &ctx, const sg_api_gather_t &api)
{
    const Shape shape = read_shape(ctx, &api.input_shape, api.dim, "input_shape");
    const Shape chosen = read_shape(ctx, &api.index_shape, api.dim, "index_shape");
    require_axis(ctx, api.axis, api.dim, "axis");
    Shape strides = shape.contiguous_strides();
    const std::int64_t step = strides[api.axis];
    strides.size[api.axis] = 0;
    for (int axis = 0; axis < shape.dim; ++axis)
    {
        if (axis != api.axis && chosen[axis] > shape[axis])
        {
            ctx.fault("index_shape", "has size " + std::to_string(chosen[axis]) + " in dimension " + std::to_string(axis) +
                                         ", the input has " + std::to_string(shape[axis]));
        }
    }
    const StridedLoop<2> loop(chosen, {strides, chosen.contiguous_strides()});
    const Index *index = TPUSIM_IN(ctx, api, index_global_addr, Index, chosen.count());
    dispatch_size<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, shape.count());
        T *output = TPUSIM_OUT(ctx, api, output_global_addr, T, chosen.count());
        loop.for_each_run(ctx.slice(loop.total()), [&](const auto &offsets, std::int64_t length) {
            for (std::int64_t i = 0; i < length; ++i)
            {
                const std::int64_t place = offsets[1] + i * loop.inner_stride(1);
                const std::int64_t at = index[place];
                if (at < 0 || at >= shape[api.axis])
                {
                    ctx.fault("index_global_addr", "index " + std::to_string(at) + " at position " + std::to_string(place) +
                                                       " is outside an axis of size " + std::to_string(shape[api.axis]));
                }
                output[place] = input[offsets[0] + i * loop.inner_stride(0) + at * step];
            }
        });
    });
}

template <class Chip>
void gather_kernel(KernelContext &ctx, const sg_api_gather_t &api)
{
    return api.is_index_int64 != 0 ? gather<Chip, std::int64_t>(ctx, api) : gather<Chip, std::int32_t>(ctx, api);
}
TPUSIM_KERNEL(gather, sg_api_gather_t)

// --- where ---

// A condition is anything but zero: of its bits those in `mask` say so, which of a floating-point number are all but the sign.
template <class C>
struct Choose
{
    C mask;

    template <class T>
    T operator()(C condition, T x, T y) const
    {
        return (condition & mask) != 0 ? x : y;
    }
};

// A branch of `where`: a broadcast tensor, or one element that stands for all.
struct Branch
{
    const void *data;
    Shape strides;
};

template <class Chip>
void choose(KernelContext &ctx, int cond_dtype, int dtype, const Shape &shape, const Branch &cond, const Branch &self, const Branch &other,
            void *output)
{
    // Only the bits of self and other move.
    bool floating = true;
    dispatch_any<Chip>(ctx, cond_dtype, "cond_dtype",
                       [&](auto cond_tag) { floating = !std::is_integral_v<typename decltype(cond_tag)::type>; });
    dispatch_size<Chip>(ctx, cond_dtype, "cond_dtype", [&](auto cond_tag) {
        using C = typename decltype(cond_tag)::type;
        const Choose<C> choice{static_cast<C>(floating ? std::numeric_limits<C>::max() >> 1 : std::numeric_limits<C>::max())};
        dispatch_size<Chip>(ctx, dtype, "dtype", [&](auto tag) {
            using T = typename decltype(tag)::type;
            transform_broadcast<Chip, T>(ctx, shape, {cond.strides, self.strides, other.strides}, choice, static_cast<T *>(output),
                                         static_cast<const C *>(cond.data), static_cast<const T *>(self.data),
                                         static_cast<const T *>(other.data));
        });
    });
}

// Bytes of an operand; what address rules and messages need.
template <class Chip>
Branch read_branch(KernelContext &ctx, std::uint64_t address, const Shape &own, const Shape &target, int dtype, const char *argument,
                   const char *shape_argument)
{
    const Shape strides = broadcast_strides(ctx, own, target, shape_argument);
    const void *data = nullptr;
    dispatch_size<Chip>(ctx, dtype, argument,
                        [&](auto tag) { data = ctx.template in<typename decltype(tag)::type>(address, own.count(), argument); });
    return {data, strides};
}

template <class Chip>
void *write_elements(KernelContext &ctx, std::uint64_t address, std::int64_t count, int dtype, const char *argument)
{
    void *data = nullptr;
    dispatch_size<Chip>(ctx, dtype, "dtype",
                        [&](auto tag) { data = ctx.template out<typename decltype(tag)::type>(address, count, argument); });
    return data;
}

template <class Chip>
void where_kernel(KernelContext &ctx, const sg_api_where_t &api)
{
    const Shape shape = read_shape(ctx, &api.output_shape, api.dim, "output_shape");
    const Shape cond_shape = read_shape(ctx, &api.cond_shape, api.dim, "cond_shape");
    const Shape self_shape = read_shape(ctx, &api.self_shape, api.dim, "self_shape");
    const Shape other_shape = read_shape(ctx, &api.other_shape, api.dim, "other_shape");
    const Branch cond = read_branch<Chip>(ctx, api.cond_global_addr, cond_shape, shape, api.cond_dtype, "cond_global_addr", "cond_shape");
    const Branch self = read_branch<Chip>(ctx, api.self_global_addr, self_shape, shape, api.dtype, "self_global_addr", "self_shape");
    const Branch other = read_branch<Chip>(ctx, api.other_global_addr, other_shape, shape, api.dtype, "other_global_addr", "other_shape");
    void *output = write_elements<Chip>(ctx, api.output_global_addr, shape.count(), api.dtype, "output_global_addr");
    choose<Chip>(ctx, api.cond_dtype, api.dtype, shape, cond, self, other, output);
}
TPUSIM_KERNEL_ON(single_core, where, sg_api_where_t)

// `value` as one element of `dtype` in `element`, repeated everywhere.
template <class Chip>
Branch repeat_number(KernelContext &ctx, float value, int dtype, int dim, std::uint64_t &element)
{
    dispatch_any<Chip>(ctx, dtype, "dtype", [&](auto tag) {
        const auto converted = from_float<Chip, typename decltype(tag)::type>(value);
        std::memcpy(&element, &converted, sizeof converted);
    });
    return {&element, Shape{dim, {}}};
}

template <class Chip>
void where_multi_core_kernel(KernelContext &ctx, const sg_api_where_multi_core_t &api)
{
    const Shape shape = read_shape(ctx, &api.out_shape, api.dims, "out_shape");
    const Shape cond_shape = read_shape(ctx, &api.cond_shape, api.dims, "cond_shape");
    const Branch cond = read_branch<Chip>(ctx, api.cond_addr, cond_shape, shape, api.cond_dtype, "cond_addr", "cond_shape");
    std::uint64_t self_element = 0;
    std::uint64_t other_element = 0;
    const Branch self = api.self_is_scalar != 0
                            ? repeat_number<Chip>(ctx, api.self_val, api.dtype, api.dims, self_element)
                            : read_branch<Chip>(ctx, api.self_addr, read_shape(ctx, &api.self_shape, api.dims, "self_shape"), shape,
                                                api.dtype, "self_addr", "self_shape");
    const Branch other = api.other_is_scalar != 0
                             ? repeat_number<Chip>(ctx, api.other_val, api.dtype, api.dims, other_element)
                             : read_branch<Chip>(ctx, api.other_addr, read_shape(ctx, &api.other_shape, api.dims, "other_shape"), shape,
                                                 api.dtype, "other_addr", "other_shape");
    void *output = write_elements<Chip>(ctx, api.output_addr, shape.count(), api.dtype, "output_addr");
    choose<Chip>(ctx, api.cond_dtype, api.dtype, shape, cond, self, other, output);
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_where_multi_core", sg_api_where_multi_core_t, all_cores, where_multi_core_kernel<FirmwareChip>)

// --- masked fill ---

template <class Chip>
void masked_fill_kernel(KernelContext &ctx, const sg_api_masked_fill_t &api)
{
    const Shape shape = read_shape(ctx, &api.input_shape, api.input_dims, "input_shape");
    const Shape mask_shape = read_shape(ctx, &api.mask_shape, api.mask_dims, "mask_shape");
    if (mask_shape.dim > shape.dim)
    {
        ctx.fault("mask_dims", "is " + std::to_string(mask_shape.dim) + " for an input of " + std::to_string(shape.dim) + " dimensions");
    }
    const Shape padded = mask_shape.padded(shape.dim);
    const std::array<Shape, 2> strides{shape.contiguous_strides(), broadcast_strides(ctx, padded, shape, "mask_shape")};
    dispatch_any<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, shape.count());
        const T *mask = TPUSIM_IN(ctx, api, mask_global_addr, T, padded.count());
        T *output = TPUSIM_OUT(ctx, api, out_global_addr, T, shape.count());
        const auto value = scalar_of<Chip, T>(api.value);
        using Number = ComputeType<T>;
        const auto f = [value](Number x, Number masked) { return masked != Number(0) ? value : x; };
        transform_broadcast<Chip, Number>(ctx, shape, strides, f, output, input, mask);
    });
}
TPUSIM_KERNEL(masked_fill, sg_api_masked_fill_t)

// --- masked select: each core counts what is chosen before its share ---

template <class Chip>
void masked_select_kernel(KernelContext &ctx, const sg_api_masked_select_t &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    if (api.mask_dims < 0 || api.mask_dims > api.dim || api.count < 0)
    {
        ctx.fault("mask_dims, count", "are " + std::to_string(api.mask_dims) + " of " + std::to_string(api.dim) + " dimensions and " +
                                          std::to_string(api.count) + " rows");
    }
    const int bytes = dtype_size(api.dtype);
    if (bytes == 0 || (bytes == 8 && !Chip::has_int64_arithmetic))
    {
        fault_dtype(ctx, api.dtype, "dtype", Chip::name);
    }
    const std::int64_t rows = shape.count(0, api.mask_dims);
    const std::int64_t row_bytes = shape.count(api.mask_dims, api.dim) * bytes;
    const auto *mask = TPUSIM_IN(ctx, api, mask_global_addr, std::uint8_t, rows);
    const auto *input = TPUSIM_IN(ctx, api, input_global_addr, std::uint8_t, rows * row_bytes);
    auto *output = TPUSIM_OUT(ctx, api, output_global_addr, std::uint8_t, ctx.elements("count", {api.count, row_bytes}));
    const std::int64_t chosen = rows - std::count(mask, mask + rows, 0);
    if (chosen != api.count)
    {
        ctx.fault("mask_global_addr", "chooses " + std::to_string(chosen) + " rows, the output has " + std::to_string(api.count));
    }
    const Slice part = ctx.slice(row_bytes == 0 ? 0 : rows);
    std::int64_t row = part.begin - std::count(mask, mask + part.begin, 0);
    for (std::int64_t i = part.begin; i < part.end; ++i)
    {
        if (mask[i] != 0)
        {
            std::memcpy(output + row++ * row_bytes, input + i * row_bytes, static_cast<std::size_t>(row_bytes));
        }
    }
}
TPUSIM_KERNEL(masked_select, sg_api_masked_select_t)

// --- nonzero: one core, flat positions first, then coordinates ---

template <class Chip, class Args>
void nonzero_kernel(KernelContext &ctx, const Args &api)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    const std::int64_t count = shape.count();
    if (count > std::numeric_limits<std::int32_t>::max())
    {
        ctx.fault("shape", "has " + std::to_string(count) + " elements, more than 32-bit positions count");
    }
    dispatch_any<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T *input = TPUSIM_IN(ctx, api, input_global_addr, T, count);
        std::int32_t *positions = TPUSIM_OUT(ctx, api, index_global_addr, std::int32_t, count);
        std::int32_t found = 0;
        ChunkReader<T> read(Operand<T>{input});
        for (std::int64_t begin = 0; begin < count; begin += chunk_size)
        {
            const std::int64_t length = std::min(chunk_size, count - begin);
            const auto *values = read(begin, length);
            for (std::int64_t i = 0; i < length; ++i)
            {
                if (values[i] != 0)
                {
                    positions[found++] = static_cast<std::int32_t>(begin + i);
                }
            }
        }
        *TPUSIM_OUT(ctx, api, num_global_addr, std::int32_t, 1) = found;
        std::int32_t *output = TPUSIM_OUT(ctx, api, output_global_addr, std::int32_t, std::int64_t{found} * api.dim);
        for (std::int32_t i = 0; i < found; ++i)
        {
            std::int64_t rest = positions[i];
            for (int axis = shape.dim - 1; axis >= 0; --axis)
            {
                output[std::int64_t{i} * shape.dim + axis] = static_cast<std::int32_t>(rest % shape[axis]);
                rest /= shape[axis];
            }
        }
    });
}
TPUSIM_KERNEL_AS(single_core, "tpu_kernel_api_nonzero", sg_api_nonzero_t, 1, nonzero_kernel<FirmwareChip, sg_api_nonzero_t>)

template <class Chip>
void nonzero_multicore_kernel(KernelContext &ctx, const sg_api_nonzero_multi_core_t &api)
{
    constexpr std::int64_t buffer_bytes = 512; // the hardware counts in 64 bytes for each core
    TPUSIM_OUT(ctx, api, num_buffer_global_addr, std::uint8_t, buffer_bytes);
    nonzero_kernel<Chip>(ctx, api);
}
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_nonzero_multicore", sg_api_nonzero_multi_core_t, 1, nonzero_multicore_kernel<FirmwareChip>)

} // namespace tpusim
