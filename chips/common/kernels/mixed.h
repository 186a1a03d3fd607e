// Element by element kernels whose operands have data types of their own: every operand is read as f32, chunk by chunk, and the f32 result
// is converted to the output's type. The types are chosen while the kernel runs, so that one loop serves all of them. No kernel is
// registered here.
#pragma once

#include <cmath>

#include "elementwise.h"

namespace tpusim
{

// f32 to an integer: to the nearest, halves away from zero; what does not fit becomes the nearest limit, NaN 0.
template <class Integer>
Integer nearest_integer(float value)
{
    return saturate<Integer>(std::round(value));
}

// An operand of any data type of the chip, read as f32.
class FloatInput
{
public:
    template <class Chip>
    static FloatInput of(KernelContext &ctx, std::uint64_t address, std::int64_t count, const char *argument, int dtype,
                         const char *dtype_argument)
    {
        FloatInput input;
        dispatch_any<Chip>(ctx, dtype, dtype_argument, [&](auto tag) {
            using T = typename decltype(tag)::type;
            input.data_ = ctx.template in<T>(address, count, argument);
            input.of_integers_ = std::is_integral_v<T>;
            input.load_ = [](const void *data, std::int64_t begin, std::int64_t stride, std::int64_t size, float *values) {
                const T *elements = static_cast<const T *>(data) + begin;
                for (std::int64_t i = 0; i < size; ++i)
                {
                    values[i] = static_cast<float>(widened(elements[i * stride]));
                }
            };
        });
        return input;
    }

    // values[i] = element begin + i * stride, 0 <= i < size.
    void load(std::int64_t begin, std::int64_t stride, std::int64_t size, float *values) const
    {
        load_(data_, begin, stride, size, values);
    }

    bool of_integers() const { return of_integers_; }

private:
    const void *data_ = nullptr;
    bool of_integers_ = false;
    void (*load_)(const void *, std::int64_t, std::int64_t, std::int64_t, float *) = nullptr;
};

// A contiguous result of any data type of the chip, written from f32.
class FloatOutput
{
public:
    template <class Chip>
    static FloatOutput of(KernelContext &ctx, std::uint64_t address, std::int64_t count, const char *argument, int dtype,
                          const char *dtype_argument)
    {
        FloatOutput output;
        dispatch_any<Chip>(ctx, dtype, dtype_argument, [&](auto tag) {
            using T = typename decltype(tag)::type;
            output.data_ = ctx.template out<T>(address, count, argument);
            output.store_ = [](const float *values, std::int64_t size, void *data, std::int64_t begin) {
                T *elements = static_cast<T *>(data) + begin;
                if constexpr (std::is_integral_v<T>)
                {
                    std::transform(values, values + size, elements, nearest_integer<T>);
                }
                else
                {
                    store_run<Chip>(values, size, elements);
                }
            };
        });
        return output;
    }

    // Element begin + i = values[i], 0 <= i < size.
    void store(const float *values, std::int64_t size, std::int64_t begin) const { store_(values, size, data_, begin); }

private:
    void *data_ = nullptr;
    void (*store_)(const float *, std::int64_t, void *, std::int64_t) = nullptr;
};

// This core's share of output[i] = f(inputs[0][i], inputs[1][i]) over `shape`; the inputs have the strides given.
template <class F>
void transform_mixed(KernelContext &ctx, const Shape &shape, const std::array<Shape, 2> &strides, const F &f,
                     const std::array<FloatInput, 2> &inputs, const FloatOutput &output)
{
    const StridedLoop<2> loop(shape, strides);
    const Slice part = ctx.slice(loop.total());
    std::int64_t target = part.begin;
    float values[2][chunk_size];
    loop.for_each_run(part, [&](const auto &offsets, std::int64_t length) {
        for (std::int64_t begin = 0; begin < length; begin += chunk_size)
        {
            const std::int64_t size = std::min(chunk_size, length - begin);
            for (int operand = 0; operand < 2; ++operand)
            {
                const std::int64_t stride = loop.inner_stride(operand);
                inputs[operand].load(offsets[operand] + begin * stride, stride, size, values[operand]);
            }
            std::transform(values[0], values[0] + size, values[1], values[0], f);
            output.store(values[0], size, target);
            target += size;
        }
    });
    ctx.count_flops(static_cast<double>(part.size()));
}

// Data types of a kernel's two inputs and its output.
struct MixedTypes
{
    int input;
    int other;
    int output;
    const char *input_field = "input_dtype";
    const char *other_field = "other_dtype";
    const char *output_field = "output_dtype";
};

template <class Chip, class Args, class F>
void transform_mixed(KernelContext &ctx, const Args &api, const std::array<Shape, 2> &shapes, const MixedTypes &types, const F &f)
{
    const BroadcastOperands operands(ctx, shapes);
    const auto input =
        FloatInput::of<Chip>(ctx, api.input_global_addr, operands.input.count(), "input_global_addr", types.input, types.input_field);
    const auto other =
        FloatInput::of<Chip>(ctx, api.other_global_addr, operands.other.count(), "other_global_addr", types.other, types.other_field);
    const auto output =
        FloatOutput::of<Chip>(ctx, api.output_global_addr, operands.shape.count(), "output_global_addr", types.output, types.output_field);
    transform_mixed(ctx, operands.shape, operands.strides, f, {input, other}, output);
}

// Kernels of two inputs with input_dtype, other_dtype, output_dtype; shape and dim.
template <class Chip, class Args, class F>
void binary_mixed(KernelContext &ctx, const Args &api, const F &f)
{
    const Shape shape = read_shape(ctx, &api.shape, api.dim, "shape");
    transform_mixed<Chip>(ctx, api, {shape, shape}, {api.input_dtype, api.other_dtype, api.output_dtype}, f);
}

// The same with input_shape and other_shape, broadcast to each other.
template <class Chip, class Args, class F>
void binary_mixed_broadcast(KernelContext &ctx, const Args &api, const F &f)
{
    transform_mixed<Chip>(ctx, api, operand_shapes(ctx, api), {api.input_dtype, api.other_dtype, api.output_dtype}, f);
}

// This core's share of output[i] = f(input[i]) over `count` elements.
template <class F>
void transform_mixed(KernelContext &ctx, std::int64_t count, const F &f, const FloatInput &input, const FloatOutput &output)
{
    const Slice part = ctx.slice(count);
    float values[chunk_size];
    for (std::int64_t begin = part.begin; begin < part.end; begin += chunk_size)
    {
        const std::int64_t size = std::min(chunk_size, part.end - begin);
        input.load(begin, 1, size, values);
        std::transform(values, values + size, values, f);
        output.store(values, size, begin);
    }
    ctx.count_flops(static_cast<double>(part.size()));
}

} // namespace tpusim
