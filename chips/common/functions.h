// Elementary functions of f32 for kernels, in own code: the value is the same in every vector lane, at every position, on every host and in
// every build.
//
// Only operations whose result IEEE 754 fixes are used (+ - * / sqrt, comparison, conversion, bits), in double, and rounded to f32 once; so
// there is no function of a C library, whose code differs with the processor and its version, and no approximate instruction. Errors are
// below 0.5002 ulp (exp: 1), so nearly every result is the correctly rounded one. Special values are those of IEEE 754 and C's Annex F; a NaN
// has no payload. Branches are selections, so that the compiler vectorises the loops that call them.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "coefficients.h"

namespace tpusim::functions
{

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

namespace detail
{

inline std::uint64_t bits_of(double value)
{
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

inline double double_of(std::uint64_t bits)
{
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

inline std::uint32_t bits_of(float value)
{
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

// -126 <= exponent <= 127.
inline float power_of_two(std::int32_t exponent)
{
    const std::uint32_t bits = static_cast<std::uint32_t>(exponent + 127) << 23;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

template <class T, int N>
T polynomial(const T (&coefficients)[N], T x)
{
    T value = coefficients[N - 1];
    for (int i = N - 2; i >= 0; --i)
    {
        value = value * x + coefficients[i];
    }
    return value;
}

// x + to_integer rounds x to a whole number, nearest even, and holds it in its low bits. |x| < 2^51.
constexpr double to_integer = 0x1.8p52;

// Beyond this exp() is 0 or infinite in f32, and not yet in double.
constexpr double exp_limit = 150.0;

// NaN stays.
inline double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

constexpr double log2_e = 0x1.71547652b82fep+0;
constexpr double ln2_high = 0x1.62e42fefp-1; // 33 bits, so that its product with an exponent is exact
constexpr double ln2_low = 0x1.473de6af278edp-34;

// exp(x) = scale * (1 + tail).
struct Exponential
{
    double scale;
    double tail;
};

// |x| <= 700; beyond it any values.
inline Exponential split_exp(double x)
{
    const double shifted = x * log2_e + to_integer;
    const double n = shifted - to_integer;
    const double r = (x - n * ln2_high) - n * ln2_low;
    return {double_of((bits_of(shifted) << 52) + bits_of(1.0)), r + r * r * polynomial(coefficients::expm1_tail, r)};
}

inline double exp(double x)
{
    const Exponential e = split_exp(x);
    const double inner = e.scale + e.scale * e.tail;
    return x < -exp_limit ? 0.0 : x > exp_limit ? std::numeric_limits<double>::infinity() : inner;
}

inline double expm1(double x)
{
    const Exponential e = split_exp(clamp(x, -exp_limit, exp_limit));
    return (e.scale - 1.0) + e.scale * e.tail;
}

// x finite, positive, normal.
inline double log(double x)
{
    constexpr double sqrt_half = 0x1.6a09e667f3bcdp-1;
    constexpr std::uint64_t bias = 1024; // keeps the exponent positive, for a shift without sign
    const std::uint64_t exponent = (bits_of(x) - bits_of(sqrt_half) + (bias << 52)) >> 52;
    const double m = double_of(bits_of(x) - ((exponent - bias) << 52)); // in [sqrt(1/2), sqrt(2))
    const double e = double_of(exponent + bits_of(to_integer)) - (to_integer + static_cast<double>(bias));
    const double f = m - 1.0;
    const double s = f / (2.0 + f);
    const double z = s * s;
    return e * ln2_high + (e * ln2_low + 2.0 * (s + s * z * polynomial(coefficients::log_tail, z)));
}

// x > -1, finite.
inline double log1p(double x)
{
    const double sum = 1.0 + x;
    return log(sum) + (x - (sum - 1.0)) / sum;
}

inline double tanh(double x)
{
    const double e = expm1(2.0 * clamp(x, -50.0, 50.0));
    return e / (e + 2.0);
}

constexpr double pi = 0x1.921fb54442d18p+1;

// |x| <= 1/2.
inline double asin_small(double x)
{
    const double z = x * x;
    return x + x * z * polynomial(coefficients::asin_tail, z);
}

// exp(x^2) erfc(x), 1 <= x <= 10.5.
inline double erfc_scaled(double x) { return polynomial(coefficients::erfc_scaled, (x - 4.0) / (x + 4.0)); }

inline double erf_small(double x) { return x * polynomial(coefficients::erf_small, x * x); }

constexpr double erfc_limit = 10.5; // beyond it erfc() is 0 in f32

inline double erfc(double x)
{
    const double size = clamp(std::fabs(x), 0.0, erfc_limit);
    const double scaled = exp(-(size * size)) * erfc_scaled(size);
    const double upper = size == erfc_limit ? 0.0 : scaled;
    const double outer = x < 0.0 ? 2.0 - upper : upper;
    const double inner = 1.0 - erf_small(x);
    return size < 1.0 ? inner : outer;
}

inline double erf(double x)
{
    const double size = clamp(std::fabs(x), 0.0, erfc_limit);
    const double outer = 1.0 - exp(-(size * size)) * erfc_scaled(size);
    const double inner = erf_small(size);
    return std::copysign(size < 1.0 ? inner : outer, x);
}

} // namespace detail

// In f32 throughout, since softmax and attention live on it: below 1 ulp.
inline float exp(float x)
{
    constexpr float to_integer = 0x1.8p23f;
    constexpr float log2_e = 0x1.715476p+0f;
    constexpr float ln2_high = 0x1.62e4p-1f; // 15 bits, so that its product with an exponent is exact
    constexpr float ln2_low = 0x1.7f7d1cp-20f;
    const float inside = x < -104.0f ? -104.0f : x > 89.0f ? 89.0f : x;
    const float shifted = inside * log2_e + to_integer;
    const float n = shifted - to_integer;
    const float r = (inside - n * ln2_high) - n * ln2_low;
    const float value = 1.0f + (r + r * r * detail::polynomial(coefficients::exp_f32_tail, r));
    // 2^n in two factors: n reaches over both ends of the exponents.
    const auto exponent = static_cast<std::int32_t>(detail::bits_of(shifted) - detail::bits_of(to_integer));
    const std::int32_t half = exponent >> 1;
    return value * detail::power_of_two(half) * detail::power_of_two(exponent - half);
}

inline float exp2(float x)
{
    constexpr double ln2 = 0x1.62e42fefa39efp-1;
    return static_cast<float>(detail::exp(x * ln2));
}

inline float expm1(float x)
{
    const auto value = static_cast<float>(detail::expm1(x));
    return x == 0.0f ? x : value; // -0 stays
}

namespace detail
{

// log(x) of an f32 in double, finite where it is; `scale` makes other bases of it.
inline float finish_log(double value, float x)
{
    const auto inner = static_cast<float>(value);
    const float edge = x == 0.0f ? -infinity : x < 0.0f ? nan : x;
    return x > 0.0f && x < infinity ? inner : edge;
}

} // namespace detail

inline float log(float x) { return detail::finish_log(detail::log(x), x); }

inline float log2(float x) { return detail::finish_log(detail::log(x) * detail::log2_e, x); }

inline float log10(float x)
{
    constexpr double log10_e = 0x1.bcb7b1526e50ep-2;
    return detail::finish_log(detail::log(x) * log10_e, x);
}

inline float log1p(float x)
{
    const auto inner = static_cast<float>(detail::log1p(x));
    const float edge = x == -1.0f ? -infinity : x < -1.0f ? nan : x;
    return x > -1.0f && x < infinity && x != 0.0f ? inner : edge;
}

inline float sinh(float x)
{
    const double e = detail::expm1(std::fabs(static_cast<double>(x)));
    return std::copysign(static_cast<float>(0.5 * (e + e / (e + 1.0))), x);
}

inline float cosh(float x)
{
    const double e = detail::exp(std::fabs(static_cast<double>(x)));
    return static_cast<float>(0.5 * (e + 1.0 / e));
}

inline float tanh(float x) { return std::copysign(static_cast<float>(detail::tanh(std::fabs(static_cast<double>(x)))), x); }

inline float asinh(float x)
{
    const double size = std::fabs(static_cast<double>(x));
    const double square = size * size;
    const auto inner = static_cast<float>(detail::log1p(size + square / (1.0 + std::sqrt(square + 1.0))));
    return size < infinity ? std::copysign(inner, x) : x;
}

inline float acosh(float x)
{
    const double above = static_cast<double>(x) - 1.0;
    const auto inner = static_cast<float>(detail::log1p(above + std::sqrt(above * (above + 2.0))));
    const float edge = x < 1.0f ? nan : x;
    return x >= 1.0f && x < infinity ? inner : edge;
}

inline float atanh(float x)
{
    const double size = std::fabs(static_cast<double>(x));
    const auto inner = static_cast<float>(0.5 * detail::log1p(2.0 * size / (1.0 - size)));
    const float edge = size == 1.0 ? infinity : nan;
    return std::copysign(size < 1.0 ? inner : edge, x);
}

inline float asin(float x)
{
    const double size = std::fabs(static_cast<double>(x));
    const double inner = detail::asin_small(size);
    const double outer = detail::pi / 2 - 2.0 * detail::asin_small(std::sqrt((1.0 - size) * 0.5));
    return std::copysign(static_cast<float>(size <= 0.5 ? inner : outer), x);
}

inline float acos(float x)
{
    const double wide = x;
    const double size = std::fabs(wide);
    const double inner = detail::pi / 2 - detail::asin_small(wide);
    const double half = 2.0 * detail::asin_small(std::sqrt((1.0 - size) * 0.5));
    const double outer = wide < 0.0 ? detail::pi - half : half;
    return static_cast<float>(size <= 0.5 ? inner : outer);
}

inline float erf(float x) { return static_cast<float>(detail::erf(x)); }

inline float erfc(float x) { return static_cast<float>(detail::erfc(x)); }

inline float hypot(float x, float y)
{
    const double a = x;
    const double b = y;
    const auto length = static_cast<float>(std::sqrt(a * a + b * b));
    return std::fabs(x) == infinity || std::fabs(y) == infinity ? infinity : length;
}

inline float cbrt(float x)
{
    const double size = std::fabs(static_cast<double>(x));
    const auto inner = static_cast<float>(detail::exp(detail::log(size) / 3.0));
    return size > 0.0 && size < infinity ? std::copysign(inner, x) : x;
}

// Angle of the point (x, y), in (-pi, pi].
inline float atan2(float y, float x)
{
    const double rise = std::fabs(static_cast<double>(y));
    const double run = std::fabs(static_cast<double>(x));
    const double shorter = rise < run ? rise : run;
    const double longer = rise < run ? run : rise;
    const double length = std::sqrt(shorter * shorter + longer * longer);
    const double sine = shorter > 0.0 ? (longer == infinity ? (shorter == infinity ? 0x1.6a09e667f3bcdp-1 : 0.0) : shorter / length) : 0.0;
    const double small = detail::asin_small(sine);
    const double large = detail::pi / 2 - 2.0 * detail::asin_small(std::sqrt((1.0 - sine) * 0.5));
    const double angle = sine <= 0.5 ? small : large; // from the nearer axis
    const double from_run = rise < run || rise == run ? angle : detail::pi / 2 - angle;
    const double upper = std::signbit(x) ? detail::pi - from_run : from_run;
    return x != x || y != y ? nan : std::copysign(static_cast<float>(upper), y);
}

inline float pow(float x, float y)
{
    const double size = std::fabs(static_cast<double>(x));
    const double exponent = y;
    const auto inner = static_cast<float>(detail::exp(exponent * detail::log(size)));
    // 0 and infinity to a power: by the sign of the exponent.
    const float edge = (x == 0.0f) == (y > 0.0f) ? 0.0f : infinity;
    const float magnitude = size > 0.0 && size < infinity ? inner : edge;
    const bool whole = std::rint(exponent) == exponent; // also an infinite one
    const bool odd = whole && std::rint(exponent * 0.5) != exponent * 0.5 && std::fabs(y) < infinity;
    const float with_sign = odd ? std::copysign(magnitude, x) : magnitude;
    const float real = x < 0.0f && size < infinity && !whole ? nan : with_sign;
    const float known = x != x || y != y ? nan : real;
    return y == 0.0f || x == 1.0f || (x == -1.0f && std::fabs(y) == infinity) ? 1.0f : known;
}

// --- what neural networks apply ---

inline float sigmoid(float x) { return static_cast<float>(1.0 / (1.0 + detail::exp(-static_cast<double>(x)))); }

inline float silu(float x)
{
    const double wide = x;
    return static_cast<float>(wide / (1.0 + detail::exp(-wide)));
}

namespace detail
{

// log(1 + exp(-|x|)).
inline double log1p_exp(double x) { return log1p(exp(-std::fabs(x))); }

constexpr double sqrt_half = 0x1.6a09e667f3bcdp-1;

// (1 + erf(x / sqrt(2))) / 2, the normal distribution's integral.
inline double normal_integral(double x) { return 0.5 * erfc(-x * sqrt_half); }

} // namespace detail

inline float softplus(float x) { return static_cast<float>((x < 0.0f ? 0.0 : x) + detail::log1p_exp(x)); }

inline float log_sigmoid(float x) { return static_cast<float>((x > 0.0f ? 0.0 : x) - detail::log1p_exp(x)); }

// x tanh(softplus(x)); with e = exp(x) the tangent is e (e + 2) / (e (e + 2) + 2).
inline float mish(float x)
{
    const double e = detail::exp(x > 50.0f ? 50.0 : x);
    const double both = e * (e + 2.0);
    return static_cast<float>(x * (both / (both + 2.0)));
}

inline float gelu(float x) { return static_cast<float>(x * detail::normal_integral(x)); }

// Derivative of gelu.
inline float gelu_slope(float x)
{
    constexpr double inverse_sqrt_2pi = 0x1.9884533d43651p-2;
    const double wide = x;
    return static_cast<float>(detail::normal_integral(wide) + wide * inverse_sqrt_2pi * detail::exp(-0.5 * wide * wide));
}

// --- sine, cosine, tangent ---

namespace detail
{

// An angle as `r` in [-pi/4, pi/4] after whole quarters of a turn, of which the low two bits count.
struct Angle
{
    double r;
    std::uint64_t quarters;
};

// |x| < 2^26.
inline Angle reduce(double x)
{
    constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
    constexpr double half_pi_1 = 0x1.921fb5p+0; // 25 bits, so that products with whole numbers of 27 bits are exact
    constexpr double half_pi_2 = 0x1.110b46p-26;
    constexpr double half_pi_3 = 0x1.1a62633145c07p-54;
    const double shifted = x * two_over_pi + to_integer;
    const double n = shifted - to_integer;
    return {((x - n * half_pi_1) - n * half_pi_2) - n * half_pi_3, bits_of(shifted)};
}

// Any finite |x| >= 2^26: x * 2/pi modulo 4 from as many bits of 2/pi as matter.
inline Angle reduce_large(float x)
{
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    const std::uint64_t significand = (bits & 0x7fffffu) | 0x800000u;
    const int exponent = static_cast<int>(bits >> 23 & 0xffu) - 150;
    const int skipped = exponent - 2; // bits of 2/pi whose product with the significand is a multiple of 4
    const int word = skipped / 64;
    const int shift = skipped % 64;
    const auto window = [&](int i) {
        const std::uint64_t *words = coefficients::two_over_pi + word + i;
        return shift == 0 ? words[0] : words[0] << shift | words[1] >> (64 - shift);
    };
    __extension__ using Wide = unsigned __int128;
    const Wide product = ((static_cast<Wide>(window(0)) << 64) | window(1)) * significand; // of 4, as a fraction of 2^128
    const Wide half = static_cast<Wide>(1) << 125;
    const std::uint64_t quarters = static_cast<std::uint64_t>((product + half) >> 126);
    const Wide rest = product - (static_cast<Wide>(quarters) << 126);
    const bool negative = rest >> 127 != 0;
    const double size = static_cast<double>(negative ? -rest : rest) * 0x1p-126 * (pi / 2);
    const bool below = (bits >> 31) != 0;
    return {negative != below ? -size : size, below ? 0 - quarters : quarters};
}

inline double sin_tail(double r) { return r + r * (r * r) * polynomial(coefficients::sin_tail, r * r); }

inline double cos_tail(double r) { return 1.0 + (r * r) * polynomial(coefficients::cos_tail, r * r); }

inline float sin(Angle angle)
{
    const double s = sin_tail(angle.r);
    const double c = cos_tail(angle.r);
    const double value = (angle.quarters & 1) != 0 ? c : s;
    return static_cast<float>((angle.quarters & 2) != 0 ? -value : value);
}

inline float cos(Angle angle)
{
    ++angle.quarters;
    return sin(angle);
}

inline float tan(Angle angle)
{
    const double s = sin_tail(angle.r);
    const double c = cos_tail(angle.r);
    return static_cast<float>((angle.quarters & 1) != 0 ? -c / s : s / c);
}

} // namespace detail

enum class Circular
{
    sin,
    cos,
    tan,
};

template <Circular function>
float circular(detail::Angle angle)
{
    return function == Circular::sin ? detail::sin(angle) : function == Circular::cos ? detail::cos(angle) : detail::tan(angle);
}

// dst[i] = function(src[i]). The rare large angles in a second pass: each value takes one way, wherever it lies.
template <Circular function>
void circular(const float *src, std::int64_t count, float *dst)
{
    constexpr float large = 0x1p26f;
    for (std::int64_t i = 0; i < count; ++i)
    {
        const float x = src[i];
        const float value = circular<function>(detail::reduce(x));
        dst[i] = x == 0.0f && function != Circular::cos ? x : value;
    }
    for (std::int64_t i = 0; i < count; ++i)
    {
        if (!(std::fabs(src[i]) < large))
        {
            dst[i] = std::fabs(src[i]) < infinity ? circular<function>(detail::reduce_large(src[i])) : nan;
        }
    }
}

} // namespace tpusim::functions
