"""Kernels on special values: zeros of both signs, infinities, NaN, denormals, the ends of each type, rows masked in whole or part; and
that a value's result does not depend on where it lies."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from kernel_harness import CODES, CONSTANTS, FLOATS, Kernels, assert_close, samples
from runtimes import Chip, SgB
from torch.nn import functional

pytestmark = pytest.mark.native

INF, NAN = math.inf, math.nan
INTEGERS = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


def special(dtype: torch.dtype) -> torch.Tensor:
    """Special values of a float type, and numbers at which functions have edges."""
    info = torch.finfo(dtype)
    denormal = info.smallest_normal * info.eps
    values = [
        0.0,
        INF,
        info.max,
        info.smallest_normal,
        denormal,
        3 * denormal,
        1.0,
        0.5,
        0.75,
        1.5,
        2.0,
        3.0,
        6.0,
        10.0,
        15.0,
        88.0,
    ]
    values += [89.0, 100.0, 104.0, 0.1, 1 + info.eps, 1 - info.eps / 2, 256.0, 1e4, math.pi / 2, math.pi]
    return torch.tensor([*values, *(-value for value in values), NAN], dtype=torch.float64).to(dtype)


def rounded(exact: torch.Tensor, dtype: torch.dtype, chip: str) -> torch.Tensor:
    """f64 as the chip rounds it: to f32, then to dtype."""
    fine = exact.float()
    if dtype == torch.bfloat16 and chip == "bm_a":
        kept = (fine.view(torch.int32) & -65536).view(torch.float32)
        return torch.where(fine.isnan(), fine, kept).to(dtype)
    return fine.to(dtype)


def assert_special(
    actual: torch.Tensor, exact: torch.Tensor, inputs: torch.Tensor, chip: str, signed: bool = True
) -> None:
    """NaN, infinities and zeros where the exact result rounds to one; close to it elsewhere."""
    expected = rounded(exact, actual.dtype, chip)
    ordinary = expected.isfinite() & (expected != 0) & actual.isfinite()
    for name, wrong in {
        "NaN": actual.isnan() != expected.isnan(),
        "infinity": (actual.isinf() | expected.isinf()) & (actual != expected) & ~expected.isnan(),
        "zero": (expected == 0) & (actual != 0),
        "sign of zero": (expected == 0) & (actual == 0) & (actual.signbit() != expected.signbit()) & signed,
    }.items():
        at = wrong.nonzero().flatten()
        assert not len(at), f"{name}: of {inputs[at[0]].item()}: {actual[at[0]].item()} for {expected[at[0]].item()}"
    assert_close(actual[ordinary], exact[ordinary], chip, scale=0.0)


def hardswish(x: torch.Tensor) -> torch.Tensor:
    return x * (x + 3).clamp(0, 6) / 6


UNARY: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "TANH": torch.tanh, "SIGMOID": torch.sigmoid, "RELU": torch.relu, "EXP": torch.exp, "ELU": functional.elu, "SQRT": torch.sqrt,
    "SQUARE": torch.square, "RSQRT": torch.rsqrt, "ABSVAL": torch.abs, "LN": torch.log, "ROUND": torch.round, "CEIL": torch.ceil,
    "FLOOR": torch.floor, "SIN": torch.sin, "COS": torch.cos, "MISH": functional.mish, "SWISH": functional.silu, "SILU": functional.silu,
    "HSWISH": hardswish, "ARCSIN": torch.asin, "ARCCOS": torch.acos, "ARCSINH": torch.asinh, "ARCCOSH": torch.acosh,
    "ARCTANH": torch.atanh, "ARCTAN": torch.atan, "SINH": torch.sinh, "COSH": torch.cosh, "TAN": torch.tan, "SIGN": torch.sign, "GELU": lambda x: x / 2 * torch.special.erfc(-x / math.sqrt(2)),
    "ERF": torch.erf, "HSIGMOID": lambda x: (x + 3).clamp(0, 6) / 6, "LOG_SIGMOID": functional.logsigmoid,
    "SOFT_PLUS": lambda x: torch.logaddexp(x, torch.zeros_like(x)), "SOFT_SIGN": functional.softsign, "ERFC": torch.special.erfc,
    "EXPM1": torch.expm1, "RECIPROCAL": torch.reciprocal, "EXP2": torch.exp2, "TRUNC": torch.trunc,
    "IS_FINITE": lambda x: x.isfinite().double(),
}  # fmt: skip
PREDICATES = {"ISINF": torch.isinf, "ISNAN": torch.isnan, "ISNEGINF": torch.isneginf, "ISPOSINF": torch.isposinf}


def test_every_activation_is_here() -> None:
    assert {f"ACTIVE_{name}" for name in UNARY | PREDICATES} == {
        name for name in CONSTANTS if name.startswith("ACTIVE_")
    }


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", UNARY)
def test_activation(kernels: Kernels, name: str, dtype: torch.dtype) -> None:
    x = special(dtype)
    actual = kernels.elementwise("active", "active", {"input": x}, active_type=CONSTANTS[f"ACTIVE_{name}"])
    if name in ("SIN", "COS", "TAN"):  # f64 of the host beyond its exact range
        keep = ~(x.abs() > 1e15) | x.isinf()
        actual, x = actual[keep], x[keep]
    # Where the reference itself is free in the sign of a zero, none is asked for.
    assert_special(
        actual, UNARY[name](x.double()), x, kernels.name, signed=name not in ("SIGN", "RELU", "HSWISH", "LOG_SIGMOID")
    )


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", PREDICATES)
def test_predicate(kernels: Kernels, name: str, dtype: torch.dtype) -> None:
    x = special(dtype)
    fields = {"active_type": CONSTANTS[f"ACTIVE_{name}"]}
    assert torch.equal(
        kernels.elementwise("active", "active", {"input": x}, torch.uint8, **fields).bool(), PREDICATES[name](x)
    )


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["EXP", "SQRT", "RSQRT", "TANH", "GELU", "SIN", "RELU"])
def test_position_does_not_matter(kernels: Kernels, name: str, dtype: torch.dtype) -> None:
    """One value in every lane of a vector register, in its tail, and on another core."""
    values = torch.cat([special(dtype), samples(40, dtype=dtype, low=-9, high=9)])
    x = torch.cat([values.roll(shift) for shift in range(17)])[:-3]
    out = kernels.elementwise("active", "active", {"input": x}, active_type=CONSTANTS[f"ACTIVE_{name}"])
    bits = torch.int32 if dtype == torch.float32 else torch.int16
    first = out[: len(values)].view(bits)
    again = torch.cat([first.roll(shift) for shift in range(17)])[:-3]
    assert torch.equal(out.view(bits), again)


@pytest.mark.parametrize("seed", range(3))
def test_square_root_is_correctly_rounded(kernels: Kernels, seed: int) -> None:
    bits = torch.randint(0, 0x7F800000, (5000,), generator=torch.Generator().manual_seed(seed), dtype=torch.int32)
    x = bits.view(torch.float32)
    out = kernels.elementwise("active", "active", {"input": x}, active_type=CONSTANTS["ACTIVE_SQRT"])
    assert torch.equal(out, x.double().sqrt().float())


PAIRS = {
    0: torch.add,
    1: torch.sub,
    2: torch.mul,
    3: torch.div,
}


def every_pair(values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return values.repeat_interleave(len(values)), values.repeat(len(values))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("op", PAIRS)
def test_arithmetic(kernels: Kernels, op: int, dtype: torch.dtype) -> None:
    x, y = every_pair(special(dtype))
    actual = kernels.elementwise("binary", "binary", {"input": x, "other": y}, binary_type=op, value=1.0)
    exact = PAIRS[op](x.float(), y.float()).double()  # the chip computes in f32, and overflows there
    expected = rounded(exact, dtype, kernels.name)
    same = (actual == expected) & (actual.signbit() == expected.signbit()) | actual.isnan() & expected.isnan()
    assert same.all(), f"{x[~same][0]} op{op} {y[~same][0]}: {actual[~same][0]} for {expected[~same][0]}"


@pytest.mark.parametrize("kernel", ["pow", "hypot", "minimum"])
def test_of_two(kernels: Kernels, kernel: str) -> None:
    if kernel == "hypot" and kernels.name == "sg_b":
        pytest.skip("sg_b has no such kernel")
    x, y = every_pair(special(torch.float32))
    actual = kernels.elementwise(kernel, kernel, {"input": x, "other": y})
    exact = getattr(torch, kernel)(x.double(), y.double())
    if kernel == "hypot":
        exact = torch.where(x.isinf() | y.isinf(), INF, exact)
    assert_special(actual, exact, torch.stack([x, y], 1)[:, 0], kernels.name, signed=kernel != "minimum")


def integer_ends(dtype: torch.dtype) -> torch.Tensor:
    info = torch.iinfo(dtype)
    return torch.tensor(
        [info.min, info.min + 1, -1 if info.min else 1, 0, 1, 2, 3, info.bits - 1, info.max - 1, info.max], dtype=dtype
    )


def integers_of(kernels: Kernels) -> list[torch.dtype]:
    return INTEGERS if kernels.name == "sg_b" else INTEGERS[:-1]


def wrap(value: int, dtype: torch.dtype) -> int:
    info = torch.iinfo(dtype)
    return (value - info.min) % 2**info.bits + info.min


@pytest.mark.parametrize("op", PAIRS)
def test_integer_arithmetic_wraps(kernels: Kernels, op: int) -> None:
    """The lowest number by -1 is itself, and anything by 0 is 0."""
    exact = {
        0: lambda a, b: a + b,
        1: lambda a, b: a - b,
        2: lambda a, b: a * b,
        3: lambda a, b: 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    }[op]
    for dtype in integers_of(kernels):
        x, y = every_pair(integer_ends(dtype))
        actual = kernels.elementwise("binary", "binary", {"input": x, "other": y}, binary_type=op, value=1.0)
        expected = [wrap(exact(a, b), dtype) for a, b in zip(x.tolist(), y.tolist(), strict=True)]
        assert actual.tolist() == expected, dtype


def test_functions_of_integers_wrap(kernels: Kernels) -> None:
    for dtype in integers_of(kernels):
        x = integer_ends(dtype)
        for kernel, fields, exact in (
            ("neg", {}, lambda a: -a),
            ("active", {"active_type": CONSTANTS["ACTIVE_ABSVAL"]}, abs),
            ("active", {"active_type": CONSTANTS["ACTIVE_SQUARE"]}, lambda a: a * a),
            ("active", {"active_type": CONSTANTS["ACTIVE_SIGN"]}, lambda a: (a > 0) - (a < 0)),
            ("active", {"active_type": CONSTANTS["ACTIVE_RELU"]}, lambda a: max(a, 0)),
        ):
            actual = kernels.elementwise(kernel, kernel, {"input": x}, **fields)
            assert actual.tolist() == [wrap(exact(a), dtype) for a in x.tolist()], (kernel, dtype)


def test_factor_of_integers_out_of_range(kernels: Kernels) -> None:
    """A factor that the type does not hold keeps its low bits: a - b of bytes is a + 255 b."""
    x = torch.tensor([0, 1, 200, 255], dtype=torch.uint8)
    for value, factor in ((-1.0, -1), (257.0, 257), (INF, 2**63 - 1), (-INF, -(2**63)), (NAN, 0), (1e30, 2**63 - 1)):
        actual = kernels.elementwise("binary_c", "binary_c", {"input": x}, binary_type=0, value=value, inversed=0)
        assert actual.tolist() == [(a + factor) % 256 for a in x.tolist()], value


def test_shifts_beyond_the_width(kernels: Kernels) -> None:
    for dtype in integers_of(kernels):
        info = torch.iinfo(dtype)
        x, by = every_pair(torch.cat([integer_ends(dtype), torch.tensor([info.bits], dtype=dtype)]))
        code = CODES[dtype]
        fields = {
            "src_dtype": code,
            "other_dtype": code,
            "dst_dtype": code,
            "symbol": "tpu_kernel_api_shift_left",
            "cores": 1,
        }
        out = kernels.room(len(x), dtype)
        kernels.run("shift_left", "shift_left", input_global_addr=kernels.put(x), other_global_addr=kernels.put(by), shape=[len(x)],
                    dim=1, output_global_addr=out, **fields)  # fmt: skip
        exact = [wrap(a << b, dtype) if 0 <= b < info.bits else 0 for a, b in zip(x.tolist(), by.tolist(), strict=True)]
        assert kernels.get(out, x.shape, dtype).tolist() == exact, dtype


def test_conversion_out_of_range_saturates(kernels: Kernels) -> None:
    x = torch.cat([special(torch.float32), torch.tensor([2.0**31, 2.0**63, -(2.0**31), 254.9, 255.5, -128.9, 32767.9])])
    for dtype in integers_of(kernels):
        info = torch.iinfo(dtype)
        fields = {"input_dtype": 5, "output_dtype": CODES[dtype]}
        actual = kernels.elementwise("dtype_convert", "dtype_convert", {"input": x}, dtype, **fields)
        exact = [
            0 if a != a else info.max if a >= info.max else info.min if a <= info.min else int(a)
            for a in x.double().tolist()
        ]
        assert actual.tolist() == exact, dtype


# --- rows ---


def masked_rows(dtype: torch.dtype, width: int) -> torch.Tensor:
    """Rows without a mask, masked in part, in whole, all zeros, with an infinity, a NaN, the ends of the type, and denormals."""
    rows = samples(12, width, dtype=dtype, low=-3, high=3)
    rows[1, : width // 2] = -INF
    rows[2, :-1] = -INF
    rows[3] = -INF
    rows[4] = 0.0
    rows[5] = -0.0
    rows[6, 0] = INF
    rows[7, width // 2] = NAN
    rows[8] = torch.finfo(dtype).max
    rows[9, ::2] = -torch.finfo(dtype).max
    rows[10] = torch.finfo(dtype).smallest_normal / 4
    rows[11, 0] = 80.0
    return rows


def rows_close(actual: torch.Tensor, exact: torch.Tensor, chip: str, scale: float = 1.0) -> None:
    expected = rounded(exact, actual.dtype, chip)
    odd = ~(expected.isfinite() & actual.isfinite())
    same = (actual == expected) | actual.isnan() & expected.isnan()
    assert same[odd].all(), (
        f"{actual[odd & ~same][0]} for {expected[odd & ~same][0]} at {(odd & ~same).nonzero()[0].tolist()}"
    )
    assert_close(actual[~odd], exact[~odd], chip, steps=64, scale=scale)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("width", [1, 5, 33, 70])
@pytest.mark.parametrize("dtype", FLOATS)
def test_softmax(kernels: Kernels, dtype: torch.dtype, width: int, axis: int) -> None:
    rows = masked_rows(dtype, width)
    x = rows if axis == 1 else rows.T.contiguous()
    actual = kernels.elementwise("softmax", "softmax", {"input": x}, axis=axis)
    rows_close(actual, torch.softmax(x.double(), axis), kernels.name, scale=0.0)
    masked = (x == -INF) & ~actual.isnan()
    assert (actual[masked] == 0).all()


@pytest.mark.parametrize("kernel", ["softmax", "reduce"])
def test_a_row_gives_the_same_bits_wherever_it_lies(kernels: Kernels, kernel: str) -> None:
    """As a row or as a column, first or last, beside others."""
    row = samples(1, 77, low=-5, high=5)
    seen = set()
    for count in (1, 2, 9, 16, 21):
        for axis in (0, 1):
            x = row.expand(count, 77).contiguous() if axis == 1 else row.T.expand(77, count).contiguous()
            if kernel == "softmax":
                out = kernels.elementwise(kernel, kernel, {"input": x}, axis=axis)
                lanes = out if axis == 1 else out.T
            else:
                out = kernels.room(count)
                kernels.run("reduce", "reduce", input_global_addr=kernels.put(x), output_global_addr=out, shape=list(x.shape), dim=2,
                            start_dim=axis, end_dim=axis + 1, mode=CONSTANTS["REDUCE_SUM"], dtype=5)  # fmt: skip
                lanes = kernels.get(out, [count, 1], torch.float32)
            seen |= {tuple(lane.contiguous().view(torch.int32).tolist()) for lane in lanes}
    assert len(seen) == 1


@pytest.mark.parametrize("dtype", FLOATS)
def test_layernorm(kernels: Kernels, dtype: torch.dtype) -> None:
    x = masked_rows(dtype, 33)
    if dtype != torch.float16:
        x = x[[i for i in range(len(x)) if i not in (8, 9)]]  # their squares overflow in f32 and not in f64
    absent = dict.fromkeys(("weight_global_addr", "bias_global_addr", "mean_global_addr", "rstd_global_addr"), 0)
    actual = kernels.elementwise("layernorm", "layernorm", {"input": x}, axis=1, eps=1e-5, **absent)
    wide = x.double()
    mean = wide.mean(1, keepdim=True)
    exact = (wide - mean) / (wide.var(1, correction=0, keepdim=True) + 1e-5).sqrt()
    rows_close(actual, exact, kernels.name, scale=16.0)


@pytest.mark.parametrize("shape", [[0], [3, 0], [0, 4], []])
def test_empty_and_0_dimensional(kernels: Kernels, shape: list[int]) -> None:
    x = torch.full(shape, -INF)
    assert torch.equal(
        kernels.elementwise("active", "active", {"input": x}, active_type=CONSTANTS["ACTIVE_EXP"]), x.exp()
    )
    assert torch.equal(kernels.elementwise("neg", "neg", {"input": x}), -x)
    assert torch.equal(
        kernels.elementwise("binary", "binary", {"input": x, "other": x}, binary_type=0, value=1.0), x + x
    )
    for axis in range(len(shape)):
        assert kernels.elementwise("softmax", "softmax", {"input": x}, axis=axis).shape == x.shape


@pytest.mark.parametrize("mode", ["REDUCE_SUM", "REDUCE_MEAN"])
def test_reduction_over_nothing(kernels: Kernels, mode: str) -> None:
    out = kernels.room(3)
    kernels.run("reduce", "reduce", input_global_addr=kernels.room(1), output_global_addr=out, shape=[3, 0], dim=2, start_dim=1,
                end_dim=2, mode=CONSTANTS[mode], dtype=5)  # fmt: skip
    actual = kernels.get(out, [3], torch.float32)
    assert torch.equal(actual.nan_to_num(7.0), torch.full([3], 0.0 if mode == "REDUCE_SUM" else 7.0))


@pytest.mark.parametrize("mode", [2, 3])
@pytest.mark.parametrize("dtype", FLOATS)
def test_extrema(kernels: Kernels, dtype: torch.dtype, mode: int) -> None:
    x = masked_rows(dtype, 33)
    values, indices = kernels.room(len(x), dtype), kernels.room(len(x), torch.int32)
    symbol = "tpu_kernel_api_arg_muti_core" if kernels.name == "sg_b" else "tpu_kernel_api_arg"
    kernels.run("arg", "reduce_arg", symbol=symbol, cores=1, input_global_addr=kernels.put(x), values_global_addr=values,
                indices_global_addr=indices, buffer_global_addr=kernels.room(len(x), torch.int32), shape=list(x.shape), dim=2, axis=1,
                mode=mode, dtype=CODES[dtype])  # fmt: skip
    expected = (torch.max if mode == 2 else torch.min)(x, 1)
    assert torch.equal(kernels.get(values, [len(x)], dtype).nan_to_num(7.5), expected.values.nan_to_num(7.5))
    chosen = x.gather(1, kernels.get(indices, [len(x)], torch.int32).long()[:, None])[:, 0]
    assert torch.equal(chosen.nan_to_num(7.5), expected.values.nan_to_num(7.5))


@pytest.mark.parametrize("bad", [INF, -INF, NAN])
@pytest.mark.parametrize("at", [0, 7, 1023, 1024, 2999])
def test_unscaling_finds_what_is_not_finite(kernels: Kernels, bad: float, at: int) -> None:
    x = samples(3000)
    x[at] = bad
    address, found = kernels.put(x), kernels.put(torch.zeros(1))
    struct = "inf_check_unscale"
    buffer: dict[str, int] = {}
    if isinstance(kernels.chip, SgB):
        struct, buffer = "inf_check_unscale_multi_core", {"found_inf_buffer_global_addr": kernels.room(128)}
    kernels.run("inf_check_and_unscale", struct, input_global_addr=address, found_inf_global_addr=found, shape=[3000], dim=1,
                inv_scale=0.5, idtype=5, found_inf_dtype=5, **buffer)  # fmt: skip
    assert kernels.get(found, [1], torch.float32).item() == 1.0
    assert torch.equal(kernels.get(address, [3000], torch.float32).nan_to_num(9), (x * 0.5).nan_to_num(9))
