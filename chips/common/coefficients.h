// Polynomials of functions.h, lowest power first, and the bits of 2/pi. Written by fit_coefficients.py, which says how.
#pragma once

#include <cstdint>

namespace tpusim::coefficients
{

// (exp(r) - 1 - r) / r^2, from -0.34692 to 0.34692: relative error 9.8e-13
constexpr double expm1_tail[] = {
    0x1.fffffffffe028p-2,
    0x1.5555555554f8cp-3,
    0x1.55555565dead9p-5,
    0x1.11111117140a3p-7,
    0x1.6c166b8f94446p-10,
    0x1.a019c3324fe13p-13,
    0x1.a137426f16cfcp-16,
    0x1.72ada50a7cd68p-19,
};

// (exp(r) - 1 - r) / r^2, from -0.34692 to 0.34692: relative error 1.0e-8
constexpr float exp_f32_tail[] = {
    0x1.0000000000000p-1f,
    0x1.5555560000000p-3f,
    0x1.5554e80000000p-5f,
    0x1.1110e00000000p-7f,
    0x1.6d43b00000000p-10f,
    0x1.a1256c0000000p-13f,
};

// (atanh(s) / s - 1) / z, z = s^2, from 0.0 to 0.029496: relative error 7.0e-14
constexpr double log_tail[] = {
    0x1.55555555553b3p-2,
    0x1.9999999b8b7f5p-3,
    0x1.24924624bca3ap-3,
    0x1.c71fd224b1b59p-4,
    0x1.7381f4c17c676p-4,
    0x1.5477d36339bfdp-4,
};

// (sin(r) / r - 1) / z, z = r^2, from 0.0 to 0.61808: relative error 1.7e-13
constexpr double sin_tail[] = {
    -0x1.5555555555161p-3,
    0x1.1111110fd1496p-7,
    -0x1.a019fd95094bep-13,
    0x1.71d9a549ac8fbp-19,
    -0x1.aa262ee715b00p-26,
};

// (cos(r) - 1) / z, z = r^2, from 0.0 to 0.61808: relative error 7.0e-16
constexpr double cos_tail[] = {
    -0x1.ffffffffffffap-2,
    0x1.5555555554103p-5,
    -0x1.6c16c16917713p-10,
    0x1.a019fc7364c4bp-16,
    -0x1.27e0f15bb1c0cp-22,
    0x1.1c04cd182d06dp-29,
};

// (asin(x) / x - 1) / z, z = x^2, from 0.0 to 0.25: relative error 4.9e-12
constexpr double asin_tail[] = {
    0x1.555555555ba9ep-3,
    0x1.333333133277ep-4,
    0x1.6db6f5e9d0b98p-5,
    0x1.f1beb9c867b18p-6,
    0x1.6f347e4a44c5dp-6,
    0x1.14eefea06d8d9p-6,
    0x1.144d1f0d0554dp-6,
    0x1.17d722d86d4bep-10,
    0x1.d06eddee004bep-6,
};

// erf(x) / x, z = x^2, from 0.0 to 1.0: relative error 2.0e-14
constexpr double erf_small[] = {
    0x1.20dd750429b19p+0,
    -0x1.812746b0271ecp-2,
    0x1.ce2f2197bc2efp-4,
    -0x1.b82ce15c3b7f8p-6,
    0x1.565ba0406c001p-8,
    -0x1.c0286cad68e02p-11,
    0x1.f941bed7e7847p-14,
    -0x1.f0705a1dde9aap-17,
    0x1.9ae0986f9de4fp-20,
    -0x1.c1a515de8637ap-24,
};

// exp(x^2) erfc(x), x = 4 (1 + t) / (1 - t), from -0.6 to 0.4482: relative error 7.5e-13
constexpr double erfc_scaled[] = {
    0x1.18932bf08debfp-3,
    -0x1.09492273788c4p-2,
    0x1.bff01a5fca250p-3,
    -0x1.506666f270cbcp-3,
    0x1.be502c1e72d86p-4,
    -0x1.027d58714d7f5p-4,
    0x1.0066e4354f76cp-5,
    -0x1.a4de3fa3cc3f4p-7,
    0x1.0a1761de46f45p-8,
    -0x1.a341f0074cd9bp-11,
    -0x1.6e75f9980495bp-16,
    0x1.54193fd94e70bp-14,
    -0x1.65a7bd644bbc9p-16,
    -0x1.5b73e933670c7p-18,
};

constexpr std::uint64_t two_over_pi[] = {
    0xa2f9836e4e441529ULL,
    0xfc2757d1f534ddc0ULL,
    0xdb6295993c439041ULL,
    0xfe5163abdebbc561ULL,
    0xb7246e3a424dd2e0ULL,
};

} // namespace tpusim::coefficients
