// Elementary functions of kernels: against the C library in long double over samples of all f32, special values, and equal bits at
// every position of a vectorised loop. Prints the worst error of each function; exits with 1 if one is too large.
#include <cfenv>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "functions.h"

namespace fn = tpusim::functions;

namespace
{

using Reference = long double (*)(long double);
using Block = void (*)(const float *, std::int64_t, float *);

int failures = 0;

float float_of(std::uint32_t bits)
{
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

std::uint32_t bits_of(float value)
{
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

template <float (*F)(float)>
void each(const float *src, std::int64_t count, float *dst)
{
    for (std::int64_t i = 0; i < count; ++i)
    {
        dst[i] = F(src[i]);
    }
}

// Distance in units of the last place of the f32 nearest to `exact`; zero for equal values and for two NaN.
long double ulps(float got, long double exact)
{
    const auto nearest = static_cast<float>(exact);
    if ((got != got) || (exact != exact))
    {
        return (got != got) == (exact != exact) ? 0.0L : HUGE_VALL;
    }
    if (std::isinf(got) || std::isinf(nearest))
    {
        return got == nearest ? 0.0L : HUGE_VALL;
    }
    if (nearest == 0.0f && got == 0.0f)
    {
        return std::signbit(got) == std::signbit(nearest) ? 0.0L : HUGE_VALL;
    }
    int exponent;
    std::frexp(nearest, &exponent);
    const long double unit = std::ldexp(1.0L, std::max(exponent - 24, -149));
    return std::fabs(static_cast<long double>(got) - exact) / unit;
}

void check(const char *name, Block block, Reference reference)
{
    constexpr std::uint64_t step = 4093; // about a million values
    std::vector<float> inputs;
    for (std::uint64_t bits = 0; bits < 0x100000000ULL; bits += step)
    {
        inputs.push_back(float_of(static_cast<std::uint32_t>(bits)));
    }
    for (std::uint32_t special : {0x00000000u, 0x80000000u, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x00000001u, 0x80000001u, 0x007fffffu,
                                  0x00800000u, 0x7f7fffffu, 0xff7fffffu, 0x3f800000u, 0xbf800000u, 0x3f7fffffu, 0x3f800001u})
    {
        inputs.push_back(float_of(special));
    }
    for (float value = -30.0f; value < 30.0f; value += 0x1p-11f)
    {
        inputs.push_back(value);
    }
    std::vector<float> outputs(inputs.size());
    block(inputs.data(), static_cast<std::int64_t>(inputs.size()), outputs.data());
    long double worst = 0;
    float worst_at = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i)
    {
        const long double error = ulps(outputs[i], reference(inputs[i]));
        if (error > worst)
        {
            worst = error;
            worst_at = inputs[i];
        }
        float alone;
        block(&inputs[i], 1, &alone);
        if (bits_of(alone) != bits_of(outputs[i]) && !(alone != alone && outputs[i] != outputs[i]))
        {
            std::printf("FAIL %s(%a) depends on its position: %a alone, %a in a block\n", name, inputs[i], alone, outputs[i]);
            ++failures;
            break;
        }
    }
    const long double allowed = std::strcmp(name, "exp") == 0 ? 1.0L : 0.5002L;
    std::printf("%s %-6s worst error %.5Lf ulp at %a\n", worst > allowed ? "FAIL" : "ok  ", name, worst, worst_at);
    failures += worst > allowed ? 1 : 0;
}

// Every pair of these, against the C library's double; C's Annex F names the special cases of pow.
void check_pairs()
{
    const float inf = fn::infinity;
    const std::vector<float> values{
        0.0f,  -0.0f,  inf,    -inf,    fn::nan,     1.0f,        -1.0f,           2.0f,      -2.0f, 3.0f, -3.0f,         0.5f, -0.5f, 1.5f,
        1e30f, -1e30f, 1e-40f, -1e-40f, 16777215.0f, 16777217.0f, 0x1.fffffep127f, 0x1p-149f, 7.25f, 0.1f, 0x1.fffffep-1f};
    for (const float x : values)
    {
        for (const float y : values)
        {
            const long double power = ulps(fn::pow(x, y), std::pow(static_cast<long double>(x), static_cast<long double>(y)));
            const long double length = ulps(fn::hypot(x, y), std::hypot(static_cast<long double>(x), static_cast<long double>(y)));
            // C gives 1 for a base of 1 and for an exponent of 0 also with a NaN, as here.
            if (power > 0.5002L || length > 0.5002L)
            {
                std::printf("FAIL %a, %a: pow %a, %Lf ulp; hypot %a, %Lf ulp\n", x, y, fn::pow(x, y), power, fn::hypot(x, y), length);
                ++failures;
            }
        }
    }
}

} // namespace

#define CHECK(name) check(#name, &each<fn::name>, [](long double x) { return std::name(x); })

int main()
{
    CHECK(exp);
    CHECK(exp2);
    CHECK(expm1);
    CHECK(log);
    CHECK(log2);
    CHECK(log10);
    CHECK(log1p);
    CHECK(sinh);
    CHECK(cosh);
    CHECK(tanh);
    CHECK(asinh);
    CHECK(acosh);
    CHECK(atanh);
    CHECK(asin);
    CHECK(acos);
    CHECK(erf);
    CHECK(erfc);
    check("sin", &fn::circular<fn::Circular::sin>, [](long double x) { return std::sin(x); });
    check("cos", &fn::circular<fn::Circular::cos>, [](long double x) { return std::cos(x); });
    check("tan", &fn::circular<fn::Circular::tan>, [](long double x) { return std::tan(x); });
    check_pairs();
    std::printf(failures == 0 ? "ok\n" : "%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
