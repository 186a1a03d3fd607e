// What a kernel may know about the chip it is compiled for. Each chip is one struct of constants; kernels are templates over it.
#pragma once

#include <cstdint>

namespace tpusim
{

// How a conversion from float drops the bits that bfloat16 does not have.
enum class Rounding
{
    truncate,
    nearest_even,
};

// Stand-in for the BM1684X: one core, synchronous, no FP8, no 64-bit integer arithmetic.
struct BmA
{
    static constexpr const char *name = "bm_a";
    static constexpr int cores = 1;
    static constexpr bool has_fp8 = false;
    static constexpr bool has_int64_arithmetic = false;
    static constexpr bool has_transposed_left_matmul = false;
    static constexpr bool has_gradient_flags = false; // flags that say which gradients are wanted
    static constexpr Rounding bf16_rounding = Rounding::truncate;
    static constexpr const char *default_symbol_suffix = "";

    // Device memory: physical = base + offset; fresh bytes hold `unset`.
    static constexpr std::uint64_t memory_base = 0x1'0000'0000ULL;
    static constexpr std::uint64_t device_stride = 0x100'0000'0000ULL;
    static constexpr bool scattered_pages = false;
    static constexpr std::uint8_t unset = 0xCD;
    static constexpr int poison = -1;

    // Model of simulated time.
    static constexpr double launch_ns = 10'000.0;
    static constexpr double bytes_per_ns = 64.0;
    static constexpr double flops_per_ns = 2'000.0;
};

// Stand-in for the SG2260: eight cores, asynchronous streams, FP8, 64-bit integers.
struct SgB
{
    static constexpr const char *name = "sg_b";
    static constexpr int cores = 8;
    static constexpr bool has_fp8 = true;
    static constexpr bool has_int64_arithmetic = true;
    static constexpr bool has_transposed_left_matmul = true;
    static constexpr bool has_gradient_flags = true;
    static constexpr Rounding bf16_rounding = Rounding::nearest_even;
    static constexpr const char *default_symbol_suffix = "_multi_core";

    // Device memory: pages are handed out in a seeded order; one allocation is affine. Poison marks freed memory.
    static constexpr std::uint64_t memory_base = 0x40'0000'0000ULL;
    static constexpr std::uint64_t device_stride = 0x100'0000'0000ULL;
    static constexpr bool scattered_pages = true;
    static constexpr std::uint8_t unset = 0xAB;
    static constexpr int poison = 0xDE;

    // Model of simulated time; rates are per core.
    static constexpr double launch_ns = 5'000.0;
    static constexpr double bytes_per_ns = 64.0;
    static constexpr double flops_per_ns = 4'000.0;
};

} // namespace tpusim
