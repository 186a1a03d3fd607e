// Conversions of dtype.h against independent ones: Eigen's half and bfloat16, and a search through all codes for FP8.
#include "dtype.h"

#include <Eigen/Core>
#include <cmath>
#include <cstdio>
#include <vector>

#include "bm_a/chip_traits.h"
#include "random.h"
#include "sg_b/chip_traits.h"

using namespace tpusim;

namespace
{

int failures = 0;

void expect(bool ok, const char *what, float value, unsigned got, unsigned wanted)
{
    if (!ok && ++failures <= 20)
    {
        std::printf("%s of %.9g: got 0x%x, wanted 0x%x\n", what, static_cast<double>(value), got, wanted);
    }
}

// Every exponent, with mantissas that are round, halfway, next to halfway, and random.
std::vector<float> samples()
{
    std::vector<float> values;
    Random random(1);
    for (std::uint32_t head = 0; head < 512; ++head)
    {
        for (const std::uint32_t mantissa :
             {0u,      1u,       0x7fffffu, 0x400000u, 0x1000u,  0x0fffu,   0x1001u,   0x3000u,   0x8000u,   0x7fffu,
              0x8001u, 0x18000u, 0x80000u,  0x7ffffu,  0x80001u, 0x180000u, 0x100000u, 0x300000u, 0x0fffffu, 0x100001u})
        {
            values.push_back(detail::bits_float(head << 23 | mantissa));
        }
        for (int i = 0; i < 4000; ++i)
        {
            values.push_back(detail::bits_float(head << 23 | (static_cast<std::uint32_t>(random.next()) & 0x7fffffu)));
        }
    }
    return values;
}

// Nearest code to a finite value, ties to the even code.
template <class T>
std::uint8_t nearest(float value, std::uint8_t largest)
{
    std::uint8_t best = 0;
    double distance = INFINITY;
    for (unsigned code = 0; code <= largest; ++code)
    {
        const double away =
            std::fabs(std::fabs(static_cast<double>(value)) - static_cast<double>(to_float(T{static_cast<std::uint8_t>(code)})));
        if (away < distance || (away == distance && code % 2 == 0))
        {
            best = static_cast<std::uint8_t>(code);
            distance = away;
        }
    }
    return static_cast<std::uint8_t>(best | (std::signbit(value) ? 0x80 : 0));
}

void test_half(float value)
{
    const unsigned portable = detail::encode_small<5, 10, false>(value);
    const unsigned hardware = from_float<traits::sg_b, f16>(value).bits;
    if (std::isnan(value))
    {
        expect(std::isnan(to_float(f16{static_cast<std::uint16_t>(portable)})), "portable f16", value, portable, 0);
        expect(std::isnan(to_float(from_float<traits::bm_a, f16>(value))), "f16", value, hardware, 0);
        return;
    }
    const unsigned wanted = Eigen::half_impl::float_to_half_rtne(value).x;
    expect(portable == wanted, "portable f16", value, portable, wanted);
    expect(hardware == wanted, "f16", value, hardware, wanted);
}

void test_bfloat(float value)
{
    const bf16 near = from_float<traits::sg_b, bf16>(value);
    const bf16 cut = from_float<traits::bm_a, bf16>(value);
    if (std::isnan(value))
    {
        expect(std::isnan(to_float(near)) && std::isnan(to_float(cut)), "bf16", value, near.bits, cut.bits);
        return;
    }
    const unsigned wanted = Eigen::bfloat16_impl::float_to_bfloat16_rtne<false>(value).value;
    expect(near.bits == wanted, "bf16", value, near.bits, wanted);
    expect(cut.bits == detail::float_bits(value) >> 16, "truncated bf16", value, cut.bits, detail::float_bits(value) >> 16);
}

void test_fp8(float value)
{
    if (std::isnan(value))
    {
        expect(std::isnan(to_float(from_float<traits::sg_b, f8e4m3>(value))), "f8e4m3", value, 0, 0);
        expect(std::isnan(to_float(from_float<traits::sg_b, f8e5m2>(value))), "f8e5m2", value, 0, 0);
        return;
    }
    // 448 and 57344 are the largest numbers; beyond the halfway point to the next one the result is NaN and infinity.
    const unsigned e4m3 = from_float<traits::sg_b, f8e4m3>(value).bits;
    const unsigned sign = std::signbit(value) ? 0x80 : 0;
    const unsigned e4m3_wanted = std::fabs(value) > 464.0F ? sign | 0x7f : nearest<f8e4m3>(value, 0x7e);
    expect(e4m3 == e4m3_wanted, "f8e4m3", value, e4m3, e4m3_wanted);
    const unsigned e5m2 = from_float<traits::sg_b, f8e5m2>(value).bits;
    const unsigned e5m2_wanted = std::fabs(value) >= 61440.0F ? sign | 0x7c : nearest<f8e5m2>(value, 0x7b);
    expect(e5m2 == e5m2_wanted, "f8e5m2", value, e5m2, e5m2_wanted);
}

void test_decoding()
{
    for (unsigned code = 0; code < 65536; ++code)
    {
        const float wanted = Eigen::half_impl::half_to_float(Eigen::half_impl::raw_uint16_to_half(static_cast<std::uint16_t>(code)));
        const float portable = detail::decode_small<5, 10, false>(code);
        const float got = to_float(f16{static_cast<std::uint16_t>(code)});
        expect(got == wanted || (std::isnan(got) && std::isnan(wanted)), "decoded f16", wanted, code, code);
        expect(portable == wanted || (std::isnan(portable) && std::isnan(wanted)), "portable decoded f16", wanted, code, code);
    }
}

void test_integers()
{
    expect(saturate<std::int8_t>(300.0F) == 127 && saturate<std::int8_t>(-300.0F) == -128, "int8", 300, 0, 127);
    expect(saturate<std::uint8_t>(-1.0F) == 0 && saturate<std::uint8_t>(2.9F) == 2, "uint8", -1, 0, 0);
    expect(saturate<std::int32_t>(3e9F) == INT32_MAX && saturate<std::int32_t>(NAN) == 0, "int32", 3e9F, 0, INT32_MAX);
    expect(saturate<std::int64_t>(1e19F) == INT64_MAX && saturate<std::int64_t>(-2.5F) == -2, "int64", 1e19F, 0, 0);
}

} // namespace

int main()
{
    const std::vector<float> values = samples();
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        test_half(values[i]);
        test_bfloat(values[i]);
        if (i % 10 == 0 || i % 4020 < 20)
        {
            test_fp8(values[i]);
        }
    }
    test_decoding();
    test_integers();
    std::printf("%zu values, %d failures\n", values.size(), failures);
    return failures == 0 ? 0 : 1;
}
