// Kernels that show what the simulated chips do with a kernel, one property each.
#include <numeric>
#include <stdexcept>

#include "dispatch.h"
#include "gemm.h"

#pragma pack(push, 1)
struct test_buffers_t
{
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int count;
};
struct test_convert_t
{
    unsigned long long input_global_addr;
    unsigned long long output_global_addr;
    int count;
    int dtype;
};
struct test_gemm_t
{
    unsigned long long left_global_addr;
    unsigned long long right_global_addr;
    unsigned long long output_global_addr;
    int m;
    int n;
    int k;
    int transpose_left;
    int transpose_right;
};
#pragma pack(pop)

namespace tpusim
{

template <class Chip>
void test_copy_kernel(KernelContext &ctx, const test_buffers_t &api)
{
    const float *src = TPUSIM_IN(ctx, api, input_global_addr, float, api.count);
    float *dst = TPUSIM_OUT(ctx, api, output_global_addr, float, api.count);
    const Slice part = ctx.slice(api.count, 16);
    std::copy(src + part.begin, src + part.end, dst + part.begin);
}
TPUSIM_KERNEL(test_copy, test_buffers_t)

// Sum of the input: every core its share, then core 0 adds what the others left in scratch memory.
template <class Chip>
void test_sum_partial(KernelContext &ctx, const test_buffers_t &api)
{
    const float *src = TPUSIM_IN(ctx, api, input_global_addr, float, api.count);
    const Slice part = ctx.slice(api.count);
    ctx.scratch<float>(0, ctx.cores())[ctx.core()] = std::accumulate(src + part.begin, src + part.end, 0.0F);
}

template <class Chip>
void test_sum_combine(KernelContext &ctx, const test_buffers_t &api)
{
    if (ctx.core() == 0)
    {
        const float *parts = ctx.scratch<float>(0, ctx.cores());
        *TPUSIM_OUT(ctx, api, output_global_addr, float, 1) = std::accumulate(parts, parts + ctx.cores(), 0.0F);
    }
}
TPUSIM_KERNEL_PHASES(test_sum, test_buffers_t, test_sum_partial<FirmwareChip>, test_sum_combine<FirmwareChip>)

// output[core] = how many cores ran before it.
template <class Chip>
void test_order_kernel(KernelContext &ctx, const test_buffers_t &api)
{
    int *order = TPUSIM_OUT(ctx, api, output_global_addr, int, api.count);
    auto *counter = ctx.scratch<std::uint32_t>(0, 1);
    const std::uint32_t unset = Chip::unset * 0x01010101u; // scratch memory starts with the chip's pattern
    order[ctx.core()] = static_cast<int>((*counter)++ - unset);
}
TPUSIM_KERNEL(test_order, test_buffers_t)
TPUSIM_KERNEL_AS(multi_core, "tpu_kernel_api_test_order_four", test_buffers_t, 4, test_order_kernel<FirmwareChip>)

// float to dtype and back, by the chip's rounding.
template <class Chip>
void test_convert_kernel(KernelContext &ctx, const test_convert_t &api)
{
    const float *src = TPUSIM_IN(ctx, api, input_global_addr, float, api.count);
    float *dst = TPUSIM_OUT(ctx, api, output_global_addr, float, api.count);
    const Slice part = ctx.slice(api.count);
    dispatch_any<Chip>(ctx, api.dtype, "dtype", [&](auto tag) {
        using T = typename decltype(tag)::type;
        std::transform(src + part.begin, src + part.end, dst + part.begin, [](float x) { return to_float(from_float<Chip, T>(x)); });
    });
}
TPUSIM_KERNEL(test_convert, test_convert_t)

template <class Chip>
void test_gemm_kernel(KernelContext &ctx, const test_gemm_t &api)
{
    const std::int64_t m = api.m;
    const std::int64_t n = api.n;
    const std::int64_t k = api.k;
    const float *left = TPUSIM_IN(ctx, api, left_global_addr, float, m *k);
    const float *right = TPUSIM_IN(ctx, api, right_global_addr, float, k *n);
    float *out = TPUSIM_OUT(ctx, api, output_global_addr, float, m *n);
    if (ctx.core() == 0)
    {
        gemm_f32(api.transpose_left, api.transpose_right, m, n, k, left, api.transpose_left ? m : k, right, api.transpose_right ? k : n,
                 0.0F, out, n);
        ctx.count_flops(2.0 * static_cast<double>(m * n * k));
    }
}
TPUSIM_KERNEL(test_gemm, test_gemm_t)

template <class Chip>
void test_throw_kernel(KernelContext &, const test_buffers_t &)
{
    throw std::logic_error("thrown by the kernel");
}
TPUSIM_KERNEL(test_throw, test_buffers_t)

} // namespace tpusim
