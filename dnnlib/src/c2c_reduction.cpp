#include "c2c_reduction.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "device.h"
#include "dtype.h"
#include "float16.h"
#include "status.h"
#include "tpuDNN/C2C.h"

namespace tpudnn
{
namespace
{

struct Half
{
    uint16_t bits;
};
struct BFloat
{
    uint16_t bits;
};

float widen(BFloat value)
{
    const uint32_t bits = static_cast<uint32_t>(value.bits) << 16;
    float wide;
    std::memcpy(&wide, &bits, sizeof wide);
    return wide;
}

float widen(Half value) { return static_cast<float>(halfToDouble(value.bits)); }

template <class T>
T widen(T value)
{
    return value;
}

// To the nearest, ties to even.
void narrow(float wide, BFloat &value)
{
    uint32_t bits;
    std::memcpy(&bits, &wide, sizeof bits);
    value.bits = static_cast<uint16_t>(std::isnan(wide) ? (bits >> 16) | 0x40 : (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

void narrow(float wide, Half &value)
{
    const uint16_t sign = std::signbit(wide) ? 0x8000 : 0;
    const float size = std::fabs(wide);
    if (std::isnan(wide))
    {
        value.bits = sign | 0x7E00;
        return;
    }
    if (size >= 65520.0F)
    {
        value.bits = sign | 0x7C00;
        return;
    }
    const int exponent = std::max(size == 0 ? -14 : std::ilogb(size), -14);
    // Steps of the value's binade, rounded as the processor rounds; 2048 of them are the first of the next one.
    const auto steps = static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent)));
    value.bits = static_cast<uint16_t>(sign + (steps < 1024 ? steps : ((exponent + 15) << 10) + steps - 1024));
}

// Eight bits: sign, exponent and `Mantissa` bits. With `Infinite` as IEEE 754 has it, else the largest code alone is NaN.
template <int Mantissa, bool Infinite>
struct Eighth
{
    static constexpr int bias = (1 << (6 - Mantissa)) - 1;
    static constexpr int largest = Infinite ? (((1 << (7 - Mantissa)) - 1) << Mantissa) - 1 : 0x7E; // finite
    uint8_t bits;

    static float value(int code) // without a sign
    {
        const int exponent = std::max(code >> Mantissa, 1);
        const int steps = (code & ((1 << Mantissa) - 1)) + (code >> Mantissa != 0 ? 1 << Mantissa : 0);
        return std::ldexp(static_cast<float>(steps), exponent - bias - Mantissa);
    }
};
using E5M2 = Eighth<2, true>;
using E4M3 = Eighth<3, false>;

template <int Mantissa, bool Infinite>
float widen(Eighth<Mantissa, Infinite> eighth)
{
    using Type = Eighth<Mantissa, Infinite>;
    const int code = eighth.bits & 0x7F;
    const float size = code <= Type::largest                   ? Type::value(code)
                       : Infinite && code == Type::largest + 1 ? std::numeric_limits<float>::infinity()
                                                               : std::numeric_limits<float>::quiet_NaN();
    return (eighth.bits & 0x80) != 0 ? -size : size;
}

// To the nearest, ties to even; what rounds beyond the largest finite number is infinite, or NaN where there is no infinity.
template <int Mantissa, bool Infinite>
void narrow(float wide, Eighth<Mantissa, Infinite> &eighth)
{
    using Type = Eighth<Mantissa, Infinite>;
    const float size = std::fabs(wide);
    int code = Infinite && !std::isnan(wide) ? Type::largest + 1 : 0x7F;
    if (!std::isnan(wide) && !std::isinf(wide))
    {
        const int exponent = std::max(size == 0 ? 1 - Type::bias : std::ilogb(size), 1 - Type::bias);
        const float steps = std::nearbyint(std::ldexp(size, Mantissa - exponent));
        if (steps < 1024)
        {
            const int first = exponent == 1 - Type::bias && steps < (1 << Mantissa) ? 0 : exponent + Type::bias;
            const int made = (first << Mantissa) + static_cast<int>(steps) - (first != 0 ? 1 << Mantissa : 0);
            code = made <= Type::largest ? made : code;
        }
    }
    eighth.bits = static_cast<uint8_t>(code | (std::signbit(wide) ? 0x80 : 0));
}

// A truth value: any byte but 0 is true. SUM and MAX are or, PROD and MIN are and.
struct Truth
{
    uint8_t byte;
};
bool widen(Truth truth) { return truth.byte != 0; }
void narrow(bool wide, Truth &truth) { truth.byte = wide ? 1 : 0; }

template <class T>
void narrow(T wide, T &value)
{
    value = wide;
}

template <class T>
T combined(T left, T right, int method)
{
    switch (method)
    {
    case TPUDNN_REDUCE_MAX:
        return left != left || left > right ? left : right;
    case TPUDNN_REDUCE_MIN:
        return left != left || left < right ? left : right;
    default:
        break;
    }
    if constexpr (std::is_same_v<T, bool>)
    {
        return method == TPUDNN_REDUCE_PROD ? left && right : left || right;
    }
    else if constexpr (std::is_integral_v<T>)
    {
        // modulo the type's range, also where a signed one overflows
        const uint64_t l = static_cast<std::make_unsigned_t<T>>(left);
        const uint64_t r = static_cast<std::make_unsigned_t<T>>(right);
        return static_cast<T>(method == TPUDNN_REDUCE_PROD ? l * r : l + r);
    }
    else
    {
        return method == TPUDNN_REDUCE_PROD ? left * right : left + right;
    }
}

template <class T>
Bytes reduceAs(const std::vector<Bytes> &parts, int method)
{
    using Wide = decltype(widen(T{}));
    Bytes result(parts.front().size());
    for (size_t at = 0; at < result.size(); at += sizeof(T))
    {
        Wide total{};
        for (size_t rank = 0; rank < parts.size(); ++rank)
        {
            T element;
            std::memcpy(&element, parts[rank].data() + at, sizeof element);
            total = rank == 0 ? widen(element) : combined(total, widen(element), method);
        }
        if constexpr (!std::is_integral_v<Wide>)
        {
            total = method == TPUDNN_REDUCE_MEAN ? total / static_cast<Wide>(parts.size()) : total;
        }
        T element;
        narrow(total, element);
        std::memcpy(result.data() + at, &element, sizeof element);
    }
    return result;
}

} // namespace

uint64_t elementBytes(int dtype, const char *name)
{
    switch (dtype)
    {
    case TPUDNN_DTYPE_INT8:
    case TPUDNN_DTYPE_UINT8:
    case TPUDNN_DTYPE_BOOL:
    case TPUDNN_DTYPE_FP8E5M2:
    case TPUDNN_DTYPE_FP8E4M3:
        return 1;
    case TPUDNN_DTYPE_FP16:
    case TPUDNN_DTYPE_BF16:
    case TPUDNN_DTYPE_INT16:
    case TPUDNN_DTYPE_UINT16:
        return 2;
    case TPUDNN_DTYPE_FP32:
    case TPUDNN_DTYPE_TF32:
    case TPUDNN_DTYPE_INT32:
    case TPUDNN_DTYPE_UINT32:
        return 4;
    case TPUDNN_DTYPE_INT64:
        return 8;
    default:
        throw Error(dtypeIsKnown(dtype) ? TPUDNN_STATUS_NOT_SUPPORTED : TPUDNN_STATUS_BAD_PARAM,
                    std::string(name) + " is " + dtypeName(dtype) + ", of which no collective is made");
    }
}

Bytes reduce(const std::vector<Bytes> &parts, int dtype, int method)
{
    switch (dtype)
    {
    case TPUDNN_DTYPE_FP32:
        return reduceAs<float>(parts, method);
    case TPUDNN_DTYPE_FP16:
        return reduceAs<Half>(parts, method);
    case TPUDNN_DTYPE_BF16:
        return reduceAs<BFloat>(parts, method);
    case TPUDNN_DTYPE_FP8E5M2:
        return reduceAs<E5M2>(parts, method);
    case TPUDNN_DTYPE_FP8E4M3:
        return reduceAs<E4M3>(parts, method);
    case TPUDNN_DTYPE_BOOL:
        return reduceAs<Truth>(parts, method);
    case TPUDNN_DTYPE_INT8:
        return reduceAs<int8_t>(parts, method);
    case TPUDNN_DTYPE_UINT8:
        return reduceAs<uint8_t>(parts, method);
    case TPUDNN_DTYPE_INT16:
        return reduceAs<int16_t>(parts, method);
    case TPUDNN_DTYPE_UINT16:
        return reduceAs<uint16_t>(parts, method);
    case TPUDNN_DTYPE_INT32:
        return reduceAs<int32_t>(parts, method);
    case TPUDNN_DTYPE_UINT32:
        return reduceAs<uint32_t>(parts, method);
    default:
        return reduceAs<int64_t>(parts, method);
    }
}

void checkReduction(const Device &device, int dtype, int method)
{
    const bool eighth = dtype == TPUDNN_DTYPE_FP8E5M2 || dtype == TPUDNN_DTYPE_FP8E4M3;
    const bool floating = dtype == TPUDNN_DTYPE_FP32 || dtype == TPUDNN_DTYPE_FP16 || dtype == TPUDNN_DTYPE_BF16 || eighth;
    if (method < TPUDNN_REDUCE_MEAN || method > TPUDNN_REDUCE_L1)
    {
        throw Error(TPUDNN_STATUS_BAD_PARAM, "reduce_method " + std::to_string(method) + " is none");
    }
    if (method == TPUDNN_REDUCE_L2 || method == TPUDNN_REDUCE_L1 || (method == TPUDNN_REDUCE_MEAN && !floating))
    {
        throw Error(TPUDNN_STATUS_NOT_SUPPORTED, "reduce_method " + std::to_string(method) + " is not supported of " + dtypeName(dtype));
    }
    if (dtype == TPUDNN_DTYPE_TF32 || (eighth && (device.driverProperties().dtypes >> dtype & 1) == 0))
    {
        throw Error(TPUDNN_STATUS_NOT_SUPPORTED, "no reduction of " + dtypeName(dtype) + " on " + device.name());
    }
}

} // namespace tpudnn
