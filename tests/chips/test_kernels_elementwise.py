"""Element by element kernels of both chips against torch in float64."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from kernel_harness import CODES, CONSTANTS, FLOATS, Kernels, assert_close, samples
from runtimes import BmA, Chip, Failed

pytestmark = pytest.mark.native

INTEGERS = [torch.uint8, torch.int8, torch.int16, torch.int32]
BINARY: dict[str, Callable[..., torch.Tensor]] = {
    "BINARY_ADD": torch.add,
    "BINARY_SUB": torch.sub,
    "BINARY_MUL": torch.mul,
    "BINARY_DIV": torch.div,
}
COMPARISON: dict[str, Callable[..., torch.Tensor]] = {
    "EQUAL": torch.eq,
    "NOT_EQUAL": torch.ne,
    "GREATER": torch.gt,
    "GREATER_OR_EQUAL": torch.ge,
    "LESS_THAN": torch.lt,
    "LESS_THAN_OR_EQUAL": torch.le,
}
nn = torch.nn.functional
ACTIVE: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "TANH": torch.tanh,
    "SIGMOID": torch.sigmoid,
    "RELU": torch.relu,
    "EXP": torch.exp,
    "ELU": nn.elu,
    "SQRT": torch.sqrt,
    "SQUARE": torch.square,
    "RSQRT": torch.rsqrt,
    "ABSVAL": torch.abs,
    "LN": torch.log,
    "ROUND": torch.round,
    "CEIL": torch.ceil,
    "FLOOR": torch.floor,
    "SIN": torch.sin,
    "COS": torch.cos,
    "IS_FINITE": lambda x: torch.isfinite(x).double(),
    "MISH": nn.mish,
    "SWISH": nn.silu,
    "HSWISH": nn.hardswish,
    "SILU": nn.silu,
    "ARCSIN": torch.asin,
    "ARCCOS": torch.acos,
    "ARCSINH": torch.asinh,
    "ARCCOSH": torch.acosh,
    "ARCTANH": torch.atanh,
    "SINH": torch.sinh,
    "COSH": torch.cosh,
    "TAN": torch.tan,
    "SIGN": torch.sign,
    "GELU": nn.gelu,
    "ERF": torch.erf,
    "HSIGMOID": nn.hardsigmoid,
    "LOG_SIGMOID": nn.logsigmoid,
    "SOFT_PLUS": nn.softplus,
    "SOFT_SIGN": nn.softsign,
    "ERFC": torch.erfc,
    "EXPM1": torch.expm1,
    "RECIPROCAL": torch.reciprocal,
    "EXP2": torch.exp2,
    "TRUNC": torch.trunc,
    "ARCTAN": torch.atan,
}
PREDICATES = {"ISINF": torch.isinf, "ISNAN": torch.isnan, "ISNEGINF": torch.isneginf, "ISPOSINF": torch.isposinf}
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, math.inf, -math.inf, math.nan]


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


def integers(*shape: int, dtype: torch.dtype, seed: int = 0, low: int = 0, high: int = 100) -> torch.Tensor:
    return torch.randint(low, high, shape, generator=torch.Generator().manual_seed(seed)).to(dtype)


# --- one input


def test_every_activation_is_tested() -> None:
    known = {name.removeprefix("ACTIVE_") for name in CONSTANTS if name.startswith("ACTIVE_")}
    assert known == {*ACTIVE, *PREDICATES}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ACTIVE)
def test_active(kernels: Kernels, name: str, dtype: torch.dtype) -> None:
    x = torch.cat([samples(1500, low=-4, high=4), samples(100, low=0.9, high=3), torch.tensor(SPECIAL)]).to(dtype)
    actual = kernels.elementwise("active", "active", {"input": x}, active_type=CONSTANTS[f"ACTIVE_{name}"])
    expected = ACTIVE[name](x.double())
    finite = expected.isfinite()
    scale = 4.0 if name in ("TAN", "SINH", "COSH") else 1.0
    assert_close(actual[finite], expected[finite], kernels.name, scale=scale)
    if name not in (
        "TAN",
        "HSWISH",
        "MISH",
        "SWISH",
        "SILU",
        "GELU",
        "SOFT_SIGN",
        "SIN",
        "COS",
    ):  # inf * 0 and inf - inf inside
        assert torch.equal(actual[~finite].isnan(), expected[~finite].isnan())


@pytest.mark.parametrize("name", PREDICATES)
def test_active_with_truth_values(kernels: Kernels, name: str) -> None:
    x = torch.tensor(SPECIAL)
    actual = kernels.elementwise("active", "active", {"input": x}, torch.uint8, active_type=CONSTANTS[f"ACTIVE_{name}"])
    assert torch.equal(actual.bool(), PREDICATES[name](x))


@pytest.mark.parametrize("name", ["RELU", "ABSVAL", "SQUARE", "SIGN", "ROUND"])
@pytest.mark.parametrize("dtype", INTEGERS)
def test_active_of_integers(kernels: Kernels, name: str, dtype: torch.dtype) -> None:
    x = integers(2000, dtype=dtype, low=0 if dtype == torch.uint8 else -11, high=11)
    actual = kernels.elementwise("active", "active", {"input": x}, active_type=CONSTANTS[f"ACTIVE_{name}"])
    assert torch.equal(actual, ACTIVE[name](x).to(dtype))


def test_active_faults(kernels: Kernels) -> None:
    with pytest.raises(Failed, match=r"active_type.*is 99"):
        kernels.elementwise("active", "active", {"input": samples(3)}, active_type=99)
    with pytest.raises(Failed, match=r"active.*int32"):
        kernels.elementwise("active", "active", {"input": samples(3).int()}, active_type=CONSTANTS["ACTIVE_EXP"])


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("kind", ["LOG_E", "LOG_1P", "LOG_2", "LOG_10"])
def test_log(kernels: Kernels, kind: str, dtype: torch.dtype) -> None:
    x = samples(300, dtype=dtype, low=0.01, high=20)
    reference = {"LOG_E": torch.log, "LOG_1P": torch.log1p, "LOG_2": torch.log2, "LOG_10": torch.log10}[kind]
    actual = kernels.elementwise("log", "log", {"input": x}, log_type=CONSTANTS[kind])
    assert_close(actual, reference(x.double()), kernels.name)


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int8, torch.int32])
@pytest.mark.parametrize("shape", [(), (1,), (3, 5), (2, 1, 1030), (0, 4)])
def test_neg(kernels: Kernels, dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    x = samples(*shape, low=-50, high=50).to(dtype)
    assert torch.equal(kernels.elementwise("neg", "neg", {"input": x}), -x)


@pytest.mark.parametrize("dtype", [*FLOATS, *INTEGERS])
def test_logical_not(kernels: Kernels, dtype: torch.dtype) -> None:
    x = integers(40, dtype=dtype, high=3)
    actual = kernels.elementwise("logical_not", "logical_not", {"input": x}, torch.uint8)
    assert torch.equal(actual.bool(), torch.logical_not(x))


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32])
def test_sign(bm_a: BmA, dtype: torch.dtype) -> None:
    x = samples(40).to(dtype)
    assert torch.equal(Kernels(bm_a).elementwise("sign", "sign", {"input": x}), torch.sign(x))


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32])
def test_clamp(kernels: Kernels, dtype: torch.dtype) -> None:
    x = samples(400, low=-9, high=9).to(dtype)
    actual = kernels.elementwise("clamp", "clamp", {"input": x}, min=-2.0, max=3.0)
    assert torch.equal(actual, x.clamp(-2, 3))


@pytest.mark.parametrize("dtype", FLOATS)
def test_gelu_and_its_gradient(kernels: Kernels, dtype: torch.dtype) -> None:
    x, grad = samples(500, dtype=dtype, low=-6, high=6), samples(500, dtype=dtype, seed=1)
    exact = x.double().requires_grad_()
    value = nn.gelu(exact)
    value.backward(grad.double())
    assert_close(kernels.elementwise("gelu", "gelu", {"input": x}), value.detach(), kernels.name)
    assert exact.grad is not None
    output = kernels.room(500, dtype)
    kernels.run(
        "gelu_backward",
        "gelu_backward",
        input_global_addr=kernels.put(x),
        grad_output_global_addr=kernels.put(grad),
        grad_input_global_addr=output,
        shape=[500],
        dim=1,
        dtype=CODES[dtype],
    )
    assert_close(kernels.get(output, (500,), dtype), exact.grad, kernels.name, scale=2)


# --- dropout


def dropout(k: Kernels, x: torch.Tensor, seed: int, threshold: float) -> tuple[torch.Tensor, torch.Tensor]:
    mask = k.room(x.numel(), torch.uint8)
    fields = {"mask_global_addr": mask, "seed": seed, "threshold": threshold}
    output = k.elementwise("dropout", "dropout", {"input": x}, **fields)
    return output, k.get(mask, x.shape, torch.uint8).bool()


def test_dropout(bm_a: BmA) -> None:
    kernels = Kernels(bm_a)
    x = samples(20000)
    output, mask = dropout(kernels, x, 7, 0.25)
    assert torch.equal(output, torch.where(mask, x * torch.tensor(1 / 0.75), 0.0))
    assert abs(mask.double().mean().item() - 0.75) < 4 * math.sqrt(0.25 * 0.75 / 20000)
    again, _ = dropout(kernels, x, 7, 0.25)
    other, _ = dropout(kernels, x, 8, 0.25)
    assert torch.equal(output, again)
    assert not torch.equal(output, other)


@pytest.mark.parametrize(("threshold", "kept"), [(0.0, True), (1.0, False)])
def test_dropout_ends(bm_a: BmA, threshold: float, kept: bool) -> None:
    kernels = Kernels(bm_a)
    x = samples(50)
    output, mask = dropout(kernels, x, 1, threshold)
    assert mask.all() if kept else not mask.any()
    assert torch.equal(output, x if kept else torch.zeros(50))


# --- two and three inputs


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", BINARY)
def test_binary(kernels: Kernels, name: str, dtype: torch.dtype) -> None:
    x, y = samples(5, 411, dtype=dtype), samples(5, 411, dtype=dtype, seed=1, low=0.5)
    actual = kernels.elementwise("binary", "binary", {"input": x, "other": y}, binary_type=CONSTANTS[name], value=1.5)
    assert_close(actual, BINARY[name](x.double(), 1.5 * y.double()), kernels.name)


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("name", BINARY)
def test_binary_of_integers(kernels: Kernels, name: str, dtype: torch.dtype) -> None:
    x, y = integers(500, dtype=dtype), integers(500, dtype=dtype, seed=1, low=1)
    actual = kernels.elementwise("binary", "binary", {"input": x, "other": y}, binary_type=CONSTANTS[name], value=1.0)
    expected = torch.div(x, y, rounding_mode="trunc") if name == "BINARY_DIV" else BINARY[name](x, y)
    assert torch.equal(actual, expected)


def test_integer_division_by_zero_gives_zero(kernels: Kernels) -> None:
    x, y = integers(9, dtype=torch.int32), torch.zeros(9, dtype=torch.int32)
    fields = {"binary_type": CONSTANTS["BINARY_DIV"], "value": 1.0}
    assert not kernels.elementwise("binary", "binary", {"input": x, "other": y}, **fields).any()


def broadcast(
    k: Kernels, kernel: str, x: torch.Tensor, y: torch.Tensor, out_dtype: torch.dtype, **fields: object
) -> torch.Tensor:
    shape = torch.broadcast_shapes(x.shape, y.shape)
    output = k.room(shape.numel(), out_dtype)
    k.run(
        kernel,
        kernel,
        input_global_addr=k.put(x),
        other_global_addr=k.put(y),
        output_global_addr=output,
        input_shape=list(x.shape),
        other_shape=list(y.shape),
        dim=x.dim(),
        dtype=CODES[x.dtype],
        **fields,
    )
    return k.get(output, shape, out_dtype)


SHAPES = [
    ((3, 4), (3, 1)),
    ((3, 1), (1, 4)),
    ((1, 1), (5, 1200)),
    ((2, 3, 1, 5), (1, 3, 7, 1)),
    ((2, 0), (1, 1)),
    ((1,), (1,)),
]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shapes", SHAPES)
def test_binary_bcast(kernels: Kernels, shapes: tuple[tuple[int, ...], tuple[int, ...]], dtype: torch.dtype) -> None:
    x, y = samples(*shapes[0], dtype=dtype), samples(*shapes[1], dtype=dtype, seed=1)
    actual = broadcast(kernels, "binary_bcast", x, y, dtype, binary_type=CONSTANTS["BINARY_SUB"], value=2.0)
    assert_close(actual, x.double() - 2 * y.double(), kernels.name)


@pytest.mark.parametrize("name", COMPARISON)
def test_comparision_bcast(kernels: Kernels, name: str) -> None:
    x, y = integers(6, 1, dtype=torch.int32, high=4), integers(1, 7, dtype=torch.int32, high=4, seed=1)
    actual = broadcast(kernels, "comparision_bcast", x, y, torch.uint8, mode=CONSTANTS[name])
    assert torch.equal(actual.bool(), COMPARISON[name](x, y))


def test_shapes_that_do_not_broadcast(kernels: Kernels) -> None:
    fields = {"binary_type": 0, "value": 1.0}
    x, y = samples(3, 4), samples(3, 2)
    with pytest.raises(Failed, match=r"other_shape.*does not broadcast"):
        kernels.run(
            "binary_bcast",
            "binary_bcast",
            input_global_addr=kernels.put(x),
            other_global_addr=kernels.put(y),
            output_global_addr=kernels.room(12),
            input_shape=[3, 4],
            other_shape=[3, 2],
            dim=2,
            dtype=5,
            **fields,
        )


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("inversed", [0, 1])
@pytest.mark.parametrize("name", BINARY)
def test_binary_c(kernels: Kernels, name: str, inversed: int, dtype: torch.dtype) -> None:
    x = samples(700, dtype=dtype, low=0.5)
    fields = {"binary_type": CONSTANTS[name], "value": 1.3, "inversed": inversed}
    actual = kernels.elementwise("binary_c", "binary_c", {"input": x}, **fields)
    number = torch.tensor(1.3).double()
    expected = BINARY[name](number, x.double()) if inversed else BINARY[name](x.double(), number)
    assert_close(actual, expected, kernels.name)


@pytest.mark.parametrize("dtype", [*FLOATS, *INTEGERS])
@pytest.mark.parametrize("name", COMPARISON)
def test_comparision(kernels: Kernels, name: str, dtype: torch.dtype) -> None:
    x, y = integers(2000, dtype=dtype, high=4), integers(2000, dtype=dtype, high=4, seed=1)
    actual = kernels.elementwise(
        "comparision", "comparision", {"input": x, "other": y}, torch.uint8, mode=CONSTANTS[name]
    )
    assert torch.equal(actual.bool(), COMPARISON[name](x, y))


@pytest.mark.parametrize("scalar_pos", [0, 1])
@pytest.mark.parametrize("name", COMPARISON)
@pytest.mark.parametrize("dtype", [torch.float32, torch.int32])
def test_comparision_c(kernels: Kernels, name: str, scalar_pos: int, dtype: torch.dtype) -> None:
    x = integers(100, dtype=dtype, high=4)
    fields = {"mode": CONSTANTS[name], "const_value": 1.5, "scalar_pos": scalar_pos}
    for value in (1.5, 2.0):
        fields["const_value"] = value
        actual = kernels.elementwise("comparision_c", "comparision_c", {"input": x}, torch.uint8, **fields)
        number = torch.tensor(value, dtype=torch.float64)
        expected = COMPARISON[name](x.double(), number) if scalar_pos else COMPARISON[name](number, x.double())
        assert torch.equal(actual.bool(), expected)


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32])
def test_minimum(kernels: Kernels, dtype: torch.dtype) -> None:
    x, y = samples(99, high=9).to(dtype), samples(99, seed=1, high=9).to(dtype)
    if dtype.is_floating_point:
        x[3] = y[4] = math.nan
    actual = kernels.elementwise("minimum", "minimum", {"input": x, "other": y})
    assert torch.equal(actual.nan_to_num(-7), torch.minimum(x, y).nan_to_num(-7))


@pytest.mark.parametrize("dtype", FLOATS)
def test_pow(kernels: Kernels, dtype: torch.dtype) -> None:
    x, y = samples(99, dtype=dtype, low=0.1, high=4), samples(99, dtype=dtype, seed=1)
    actual = kernels.elementwise("pow", "pow", {"input": x, "other": y})
    assert_close(actual, torch.pow(x.double(), y.double()), kernels.name)


@pytest.mark.parametrize("dtype", FLOATS)
def test_hypot(bm_a: BmA, dtype: torch.dtype) -> None:
    x, y = samples(99, dtype=dtype), samples(99, dtype=dtype, seed=1)
    actual = Kernels(bm_a).elementwise("hypot", "hypot", {"input": x, "other": y})
    assert_close(actual, torch.hypot(x.double(), y.double()), "bm_a")


@pytest.mark.parametrize("dtype", FLOATS)
def test_addcmul(kernels: Kernels, dtype: torch.dtype) -> None:
    tensors = {name: samples(3, 700, dtype=dtype, seed=i) for i, name in enumerate(("input", "tensor1", "tensor2"))}
    symbol = "tpu_kernel_api_addcmul" if kernels.name == "bm_a" else "addcmul_multi_core"
    actual = kernels.elementwise("addcmul", "addcmul", tensors, symbol=symbol, value=0.7)
    value = torch.tensor(0.7).double()
    expected = tensors["input"].double() + value * tensors["tensor1"].double() * tensors["tensor2"].double()
    assert_close(actual, expected, kernels.name, scale=3)


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int16, torch.int32])
def test_shift_left(kernels: Kernels, dtype: torch.dtype) -> None:
    x = integers(64, dtype=dtype)
    by = integers(64, dtype=torch.int8, low=-2, high=40)
    codes = {"src_dtype": CODES[dtype], "other_dtype": CODES[torch.int8], "dst_dtype": CODES[dtype]}
    output = kernels.room(64, dtype)
    kernels.run(
        "shift_left",
        "shift_left",
        symbol="tpu_kernel_api_shift_left",
        cores=1,
        input_global_addr=kernels.put(x),
        other_global_addr=kernels.put(by),
        output_global_addr=output,
        shape=[64],
        dim=1,
        **codes,
    )
    width = dtype.itemsize * 8
    inside = (by >= 0) & (by < width)
    wide = x.long() << torch.where(inside, by.long(), 0)
    assert torch.equal(kernels.get(output, (64,), dtype), torch.where(inside, wide, 0).to(dtype))


def test_in_place(kernels: Kernels) -> None:
    x = samples(5000)
    address = kernels.put(x)
    fields = {"input_global_addr": address, "output_global_addr": address}
    kernels.run("neg", "neg", shape=[5000], dim=1, dtype=5, **fields)
    assert torch.equal(kernels.get(address, (5000,), torch.float32), -x)
