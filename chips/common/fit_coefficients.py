"""Fits the polynomials of functions.h and prints them as coefficients.h: python chips/common/fit_coefficients.py > chips/common/coefficients.h

Each is the Chebyshev interpolation of a smooth function over the interval that its argument reduction leaves, in 110 digits, its coefficients
rounded to double. The worst error over the interval stands in the comment beside it."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

from mpmath import mp, mpf

mp.dps = 110
Function = Callable[[mpf], mpf]


@dataclass(frozen=True)
class Fit:
    """`function` over [low, high] by a polynomial of `degree`; `comment` says of what."""

    name: str
    comment: str
    function: Function
    low: mpf
    high: mpf
    degree: int
    c_type: str = "double"


def series(function: Function, at_zero: mpf) -> Function:
    """The function with its limit at 0, where its formula divides by 0."""
    return lambda x: function(x) if x else at_zero


def fits() -> list[Fit]:
    half_ln2 = mp.log(2) / 2 * mpf("1.001")
    s_max = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1) * mpf("1.001")
    quarter = mp.pi / 4 * mpf("1.001")
    root = mp.sqrt
    return [
        Fit(
            "expm1_tail",
            "(exp(r) - 1 - r) / r^2",
            series(lambda r: (mp.expm1(r) - r) / r**2, mpf(1) / 2),
            -half_ln2,
            half_ln2,
            7,
        ),
        Fit(
            "exp_f32_tail",
            "(exp(r) - 1 - r) / r^2",
            series(lambda r: (mp.expm1(r) - r) / r**2, mpf(1) / 2),
            -half_ln2,
            half_ln2,
            5,
            "float",
        ),
        Fit(
            "log_tail",
            "(atanh(s) / s - 1) / z, z = s^2",
            series(lambda z: (mp.atanh(root(z)) / root(z) - 1) / z, mpf(1) / 3),
            mpf(0),
            s_max**2,
            5,
        ),
        Fit(
            "sin_tail",
            "(sin(r) / r - 1) / z, z = r^2",
            series(lambda z: (mp.sin(root(z)) / root(z) - 1) / z, -mpf(1) / 6),
            mpf(0),
            quarter**2,
            4,
        ),
        Fit(
            "cos_tail",
            "(cos(r) - 1) / z, z = r^2",
            series(lambda z: (mp.cos(root(z)) - 1) / z, -mpf(1) / 2),
            mpf(0),
            quarter**2,
            5,
        ),
        Fit(
            "asin_tail",
            "(asin(x) / x - 1) / z, z = x^2",
            series(lambda z: (mp.asin(root(z)) / root(z) - 1) / z, mpf(1) / 6),
            mpf(0),
            mpf(1) / 4,
            8,
        ),
        Fit(
            "erf_small",
            "erf(x) / x, z = x^2",
            series(lambda z: mp.erf(root(z)) / root(z), 2 / root(mp.pi)),
            mpf(0),
            mpf(1),
            9,
        ),
        Fit("erfc_scaled", "exp(x^2) erfc(x), x = 4 (1 + t) / (1 - t)", erfc_scaled, mpf(-3) / 5, mpf("0.4482"), 13),
    ]


def erfc_scaled(t: mpf) -> mpf:
    x = 4 * (1 + t) / (1 - t)
    return mp.exp(x * x) * mp.erfc(x)


def interpolate(fit: Fit) -> list[mpf]:
    """Coefficients of the powers of the argument, lowest first: Newton's form through Chebyshev's points, multiplied out."""
    count = fit.degree + 1
    middle, radius = (fit.low + fit.high) / 2, (fit.high - fit.low) / 2
    points = [middle + radius * mp.cos(mp.pi * (2 * i + 1) / (2 * count)) for i in range(count)]
    differences = [fit.function(x) for x in points]
    for level in range(1, count):
        for i in range(count - 1, level - 1, -1):
            differences[i] = (differences[i] - differences[i - 1]) / (points[i] - points[i - level])
    coefficients = [mpf(0)] * count
    for i in range(count - 1, -1, -1):
        shifted = [mpf(0), *coefficients[:-1]]
        coefficients = [s - points[i] * c for s, c in zip(shifted, coefficients, strict=True)]
        coefficients[0] += differences[i]
    return coefficients


def rounded(coefficient: mpf, c_type: str) -> float:
    """Nearest number of the type."""
    return float(coefficient) if c_type == "double" else struct.unpack("f", struct.pack("f", float(coefficient)))[0]


def worst_error(fit: Fit, coefficients: list[float]) -> mpf:
    exact = [mpf(c) for c in reversed(coefficients)]
    steps = 400
    places = [fit.low + (fit.high - fit.low) * i / steps for i in range(steps + 1)]
    return max(abs(mp.polyval(exact, x) / fit.function(x) - 1) for x in places)


def two_over_pi(words: int) -> list[int]:
    """The first 64 * words bits of 2/pi behind the point."""
    bits = int(mp.floor(2 / mp.pi * mpf(2) ** (64 * words)))
    return [(bits >> (64 * (words - 1 - i))) & (2**64 - 1) for i in range(words)]


def render() -> str:
    lines = [
        "// Polynomials of functions.h, lowest power first, and the bits of 2/pi. Written by fit_coefficients.py, which says how.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "",
        "namespace tpusim::coefficients",
        "{",
        "",
    ]
    for fit in fits():
        coefficients = [rounded(c, fit.c_type) for c in interpolate(fit)]
        error = worst_error(fit, coefficients)
        lines.append(
            f"// {fit.comment}, from {mp.nstr(fit.low, 5)} to {mp.nstr(fit.high, 5)}: relative error {mp.nstr(error, 2)}"
        )
        lines.append(f"constexpr {fit.c_type} {fit.name}[] = {{")
        lines += [f"    {c.hex()}{'f' if fit.c_type == 'float' else ''}," for c in coefficients]
        lines += ["};", ""]
    lines.append("constexpr std::uint64_t two_over_pi[] = {")
    lines += [f"    {word:#018x}ULL," for word in two_over_pi(5)]
    lines += ["};", "", "} // namespace tpusim::coefficients", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    print(render(), end="")
