// Element types of kernels: the dtype codes of argument structs, storage types, and conversions with each chip's rounding.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "chip.h"

namespace tpusim
{

// Code in an argument struct: (precision << 1) | sign. FP8 has one precision; bit 5 chooses E4M3. The vendors' headers have no code for
// 64-bit integers; int64 is this simulator's own, and not every chip computes with it.
enum class DType : int
{
    uint8 = 0,
    int8 = 1,
    f16 = 3,
    f32 = 5,
    uint16 = 6,
    int16 = 7,
    uint32 = 8,
    int32 = 9,
    bf16 = 11,
    f8e5m2 = 15,
    int64 = 21,
    f8e4m3 = 47,
};

struct f16
{
    std::uint16_t bits;
};
struct bf16
{
    std::uint16_t bits;
};
struct f8e4m3
{
    std::uint8_t bits;
};
struct f8e5m2
{
    std::uint8_t bits;
};

namespace detail
{

inline std::uint32_t float_bits(float value)
{
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

inline float bits_float(std::uint32_t bits)
{
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

// Small binary float formats, exactly, by arithmetic on a 2^-n grid: nearest even, subnormals kept.
// `Finite`: no infinity; the all-ones code is NaN (E4M3); overflow gives NaN as in OCP FP8 without saturation.
template <int ExponentBits, int MantissaBits, bool Finite>
std::uint32_t encode_small(float value)
{
    constexpr int bias = (1 << (ExponentBits - 1)) - 1;
    constexpr std::uint32_t sign_bit = 1u << (ExponentBits + MantissaBits);
    constexpr std::uint32_t infinity = ((1u << ExponentBits) - 1) << MantissaBits;
    constexpr std::uint32_t nan = Finite ? sign_bit - 1 : infinity | (1u << (MantissaBits - 1));
    constexpr std::uint32_t overflow = Finite ? nan : infinity;
    const std::uint32_t bits = float_bits(value);
    const std::uint32_t sign = (bits >> 31) ? sign_bit : 0;
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
    {
        return nan;
    }
    if (magnitude == 0x7f800000u)
    {
        return sign | overflow;
    }
    const int exponent = static_cast<int>(magnitude >> 23) - 127;
    const int drop = 23 - MantissaBits + (exponent < 1 - bias ? 1 - bias - exponent : 0);
    if (drop > 24 || magnitude < 0x00800000u)
    {
        return sign; // below half the smallest subnormal of every format used here
    }
    const std::uint32_t significand = (magnitude & 0x007fffffu) | 0x00800000u;
    const std::uint32_t half = 1u << (drop - 1);
    const std::uint32_t kept = significand >> drop;
    const std::uint32_t rest = significand & ((half << 1) - 1);
    const std::uint32_t rounded = kept + ((rest > half || (rest == half && (kept & 1u))) ? 1 : 0);
    // A carry out of the mantissa moves into the exponent field by itself.
    const std::uint32_t code = exponent < 1 - bias ? rounded : rounded + (static_cast<std::uint32_t>(exponent + bias - 1) << MantissaBits);
    return sign | (code >= (Finite ? nan : infinity) ? overflow : code);
}

template <int ExponentBits, int MantissaBits, bool Finite>
float decode_small(std::uint32_t code)
{
    constexpr int bias = (1 << (ExponentBits - 1)) - 1;
    constexpr std::uint32_t exponent_mask = (1u << ExponentBits) - 1;
    constexpr std::uint32_t mantissa_mask = (1u << MantissaBits) - 1;
    const std::uint32_t sign = (code >> (ExponentBits + MantissaBits)) << 31;
    const std::uint32_t exponent = (code >> MantissaBits) & exponent_mask;
    const std::uint32_t mantissa = code & mantissa_mask;
    if (exponent == exponent_mask && (!Finite || mantissa == mantissa_mask))
    {
        return bits_float(sign | 0x7f800000u | (Finite ? 0x00400000u : mantissa << (23 - MantissaBits)));
    }
    if (exponent == 0)
    {
        const float magnitude = std::ldexp(static_cast<float>(mantissa), 1 - bias - MantissaBits);
        return bits_float(sign | float_bits(magnitude));
    }
    return bits_float(sign | ((exponent + 127 - bias) << 23) | (mantissa << (23 - MantissaBits)));
}

inline std::uint16_t encode_bf16(float value, Rounding rounding)
{
    const std::uint32_t bits = float_bits(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
    {
        return 0x7fc0u;
    }
    if (rounding == Rounding::truncate)
    {
        return static_cast<std::uint16_t>(bits >> 16);
    }
    if (rounding == Rounding::nearest_away)
    {
        return static_cast<std::uint16_t>((bits + 0x8000u) >> 16);
    }
    return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

} // namespace detail

inline float to_float(bf16 value) { return detail::bits_float(static_cast<std::uint32_t>(value.bits) << 16); }
inline float to_float(f8e4m3 value) { return detail::decode_small<4, 3, true>(value.bits); }
inline float to_float(f8e5m2 value) { return detail::decode_small<5, 2, false>(value.bits); }

inline float to_float(f16 value)
{
#ifdef __F16C__
    return __builtin_ia32_vcvtph2ps(__extension__(__attribute__((vector_size(16))) short){static_cast<short>(value.bits)})[0];
#else
    return detail::decode_small<5, 10, false>(value.bits);
#endif
}

template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
float to_float(T value)
{
    return static_cast<float>(value);
}

// Integer from float as the chips convert: truncation towards zero, saturation at the ends, NaN to 0.
template <class T>
T saturate(float value)
{
    static_assert(std::is_integral_v<T>);
    const auto low = static_cast<double>(std::numeric_limits<T>::min());
    const auto high = static_cast<double>(std::numeric_limits<T>::max());
    const auto wide = static_cast<double>(value);
    if (!(wide == wide))
    {
        return 0;
    }
    return wide <= low ? std::numeric_limits<T>::min() : wide >= high ? std::numeric_limits<T>::max() : static_cast<T>(wide);
}

// A NaN without sign and payload: which operand's a processor keeps is its own choice and the compiler's.
inline float canonical(float value) { return value == value ? value : std::numeric_limits<float>::quiet_NaN(); }

// The same between -2^63 and 2^63, of which an integer type keeps the low bits: -1 is the largest of an unsigned type.
template <class T>
T wrapped(float value)
{
    return static_cast<T>(saturate<std::int64_t>(value));
}

// from_float<Chip, T>(x): T nearest to x in the chip's rounding; of all NaN the one.
template <class Chip, class T>
T from_float(float value)
{
    if constexpr (std::is_same_v<T, float>)
    {
        return canonical(value);
    }
    else if constexpr (std::is_same_v<T, f16>)
    {
        value = canonical(value);
#ifdef __F16C__
        const auto packed = __builtin_ia32_vcvtps2ph(__extension__(__attribute__((vector_size(16))) float){value}, 0);
        return {static_cast<std::uint16_t>(packed[0])};
#else
        return {static_cast<std::uint16_t>(detail::encode_small<5, 10, false>(value))};
#endif
    }
    else if constexpr (std::is_same_v<T, bf16>)
    {
        return {detail::encode_bf16(value, Chip::bf16_rounding)};
    }
    else if constexpr (std::is_same_v<T, f8e4m3>)
    {
        return {static_cast<std::uint8_t>(detail::encode_small<4, 3, true>(value))};
    }
    else if constexpr (std::is_same_v<T, f8e5m2>)
    {
        return {static_cast<std::uint8_t>(detail::encode_small<5, 2, false>(value))};
    }
    else
    {
        return saturate<T>(value);
    }
}

template <class T>
struct TypeTag
{
    using type = T;
};

// Bytes of one element; 0 for a code that names no type.
inline int dtype_size(int code)
{
    switch (static_cast<DType>(code))
    {
    case DType::uint8:
    case DType::int8:
    case DType::f8e5m2:
    case DType::f8e4m3:
        return 1;
    case DType::f16:
    case DType::bf16:
    case DType::uint16:
    case DType::int16:
        return 2;
    case DType::f32:
    case DType::uint32:
    case DType::int32:
        return 4;
    case DType::int64:
        return 8;
    }
    return 0;
}

inline const char *dtype_name(int code)
{
    switch (static_cast<DType>(code))
    {
    case DType::uint8:
        return "uint8";
    case DType::int8:
        return "int8";
    case DType::f16:
        return "f16";
    case DType::f32:
        return "f32";
    case DType::uint16:
        return "uint16";
    case DType::int16:
        return "int16";
    case DType::uint32:
        return "uint32";
    case DType::int32:
        return "int32";
    case DType::bf16:
        return "bf16";
    case DType::f8e5m2:
        return "f8e5m2";
    case DType::int64:
        return "int64";
    case DType::f8e4m3:
        return "f8e4m3";
    }
    return "unknown";
}

} // namespace tpusim
