// The value of 16-bit floating numbers.
#pragma once

#include <cstdint>

namespace tpudnn
{

inline double halfToDouble(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double size = exponent == 31  ? (fraction ? __builtin_nan("") : __builtin_inf())
                        : exponent == 0 ? __builtin_ldexp(fraction, -24)
                                        : __builtin_ldexp(1024 + fraction, exponent - 25);
    return bits >> 15 ? -size : size;
}

} // namespace tpudnn
