"""Kernels of two operands, of an operand and a number, and of bits, on both chips against torch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from kernel_harness import CODES, CONSTANTS, FLOATS, Kernels, assert_close, samples
from runtimes import BmA, Chip, Failed

pytestmark = pytest.mark.native

INTEGERS = [torch.uint8, torch.int8, torch.int16, torch.int32]
Function = Callable[..., torch.Tensor]
CHOICE: dict[str, Function] = {
    "maximum": torch.maximum,
    "minimum": torch.minimum,
    "fmax": torch.fmax,
    "fmin": torch.fmin,
}
SHAPES = [((3, 4), (3, 4)), ((3, 4), (4,)), ((5,), (2, 3, 5)), ((2, 3, 1, 5), (7, 1)), ((2, 0), (1, 1)), ((), (6,))]
SPECIAL = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 1e-40, 3.0, -2.5]


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


def operands(shapes: tuple[tuple[int, ...], tuple[int, ...]], dtype: torch.dtype) -> list[torch.Tensor]:
    if dtype.is_floating_point:
        return [samples(*shape, dtype=dtype, seed=i) for i, shape in enumerate(shapes)]
    generator = torch.Generator().manual_seed(1)
    low, high = (0, 200) if dtype == torch.uint8 else (-100, 100)
    return [torch.randint(low, high, shape, generator=generator, dtype=dtype) for shape in shapes]


def broadcast(
    k: Kernels, kernel: str, x: torch.Tensor, y: torch.Tensor, out: torch.dtype, **fields: object
) -> torch.Tensor:
    shape = torch.broadcast_shapes(x.shape, y.shape)
    target = k.room(max(1, shape.numel()), out)
    known = {"dtype": CODES[x.dtype], "input_dim": x.dim(), "other_dim": y.dim()} | fields
    k.run(
        kernel,
        kernel,
        input_global_addr=k.put(x),
        other_global_addr=k.put(y),
        output_global_addr=target,
        input_shape=list(x.shape),
        other_shape=list(y.shape),
        **{name: value for name, value in known.items() if value is not None},
    )
    return k.get(target, shape, out)


def pairs(dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    """Every special value with every other."""
    values = torch.tensor(SPECIAL).to(dtype)
    return values.repeat(len(SPECIAL)), values.repeat_interleave(len(SPECIAL))


@pytest.mark.parametrize("dtype", [*FLOATS, *INTEGERS])
@pytest.mark.parametrize("name", CHOICE)
@pytest.mark.parametrize("shapes", SHAPES)
def test_choice_broadcast(kernels: Kernels, shapes, name: str, dtype: torch.dtype) -> None:
    x, y = operands(shapes, dtype)
    assert torch.equal(broadcast(kernels, f"{name}_bcast", x, y, dtype), CHOICE[name](x, y))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", CHOICE)
def test_choice_of_special_values(kernels: Kernels, name: str, dtype: torch.dtype) -> None:
    x, y = pairs(dtype)
    actual = kernels.elementwise(name, name, {"input": x, "other": y})
    torch.testing.assert_close(actual, CHOICE[name](x, y), rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", [*FLOATS, *INTEGERS])
@pytest.mark.parametrize("name", CHOICE)
@pytest.mark.parametrize("number", [2.5, -3.0, 0.0])
def test_choice_with_a_number(kernels: Kernels, number: float, name: str, dtype: torch.dtype) -> None:
    (x,) = operands(((5, 300),), dtype)  # type: ignore[arg-type]
    scalar = torch.tensor(number).to(dtype) if dtype.is_floating_point else torch.tensor(round(number))
    scalar = scalar.clamp(*((0, 255) if dtype == torch.uint8 else (-128, 127))).to(dtype)
    actual = kernels.elementwise(f"{name}c", f"{name}c", {"input": x}, scalar=number)
    assert torch.equal(actual, CHOICE[name](x, scalar))


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("mode", ["XOR", "AND", "OR"])
def test_bits(kernels: Kernels, mode: str, dtype: torch.dtype) -> None:
    x, y = operands(((7, 211), (7, 211)), dtype)
    function = getattr(torch, f"bitwise_{mode.lower()}")
    code = CONSTANTS[f"BITWISE_{mode}"]
    actual = kernels.elementwise("element_bitwise", "element_bitwise", {"input": x, "other": y}, mode=code)
    assert torch.equal(actual, function(x, y))
    row = y[0].clone()
    assert torch.equal(broadcast(kernels, "element_bitwise_bcast", x, row, dtype, mode=code), function(x, row))
    actual = kernels.elementwise("element_bitwise_c", "element_bitwise_c", {"input": x}, mode=code, value=0x35)
    assert torch.equal(actual, function(x, torch.tensor(0x35, dtype=dtype)))
    assert torch.equal(kernels.elementwise("bitwise_not", "bitwise_not", {"input": x}), torch.bitwise_not(x))


def test_unknown_bit_operation_is_a_fault(kernels: Kernels) -> None:
    x = torch.ones(4, dtype=torch.int32)
    with pytest.raises(Failed, match=r"mode.*names no operation"):
        kernels.elementwise("element_bitwise", "element_bitwise", {"input": x, "other": x}, mode=3)


@pytest.mark.parametrize("dtype", [*FLOATS, *INTEGERS])
def test_logical(kernels: Kernels, dtype: torch.dtype) -> None:
    x, y = operands(((7, 211), (7, 211)), dtype)
    x[::2], y[:, ::3] = 0, 0
    for name in ("logical_and", "logical_or"):
        actual = kernels.elementwise(name, name, {"input": x, "other": y})
        assert torch.equal(actual, getattr(torch, name)(x, y).to(dtype))


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("direction", ["left", "right"])
def test_shifts(kernels: Kernels, direction: str, dtype: torch.dtype) -> None:
    x, _ = operands(((3, 40), (1,)), dtype)
    width = 8 * dtype.itemsize
    by = torch.arange(40).remainder(width + 3).sub(0 if dtype == torch.uint8 else 2).to(dtype)
    function = torch.bitwise_left_shift if direction == "left" else torch.bitwise_right_shift
    kernel = "shift_left" if direction == "left" else "shift_right_arithmetic"
    codes = {name: CODES[dtype] for name in ("src_dtype", "dst_dtype", "other_dtype")}
    one = {"cores": 1, "dtype": None, "input_dim": None, "other_dim": None, "dim": 2} | codes
    symbol = f"tpu_kernel_api_{kernel}"
    whole = by.expand(3, 40).contiguous()
    actual = kernels.elementwise(kernel, kernel, {"input": x, "other": whole}, symbol=symbol, **{"cores": 1} | codes)
    assert torch.equal(actual, function(x, whole))
    actual = broadcast(kernels, f"{kernel}_bcast", x, by.reshape(1, 40), dtype, symbol=f"{symbol}_bcast", **one)
    assert torch.equal(actual, function(x, by))
    for amount in (0, 3, width - 1, width, -1):
        codes_c = {"src_dtype": CODES[dtype], "dst_dtype": CODES[dtype], "const_value": amount}
        actual = kernels.elementwise(
            f"{kernel}_c", f"{kernel}_c", {"input": x}, symbol=f"{symbol}_c", cores=1, **codes_c
        )
        expected = function(x.to(torch.int64), amount) if 0 <= amount < width else x.new_zeros(x.shape)
        if direction == "right" and not 0 <= amount < width:
            expected = torch.where(x < 0, -1, 0)
        assert torch.equal(actual, expected.to(dtype)), amount


@pytest.mark.parametrize("dtype", FLOATS)
def test_atan2(kernels: Kernels, dtype: torch.dtype) -> None:
    y, x = (samples(9, 257, seed=i) for i in range(2))
    close = {"dtype": CODES[dtype]}
    actual = kernels.elementwise("atan2", "atan2", {"input": y, "other": x}, out_dtype=dtype, **close)
    assert_close(actual, torch.atan2(y.double(), x.double()), kernels.name, steps=2, scale=0.0)
    row = x[0].clone()
    actual = broadcast(kernels, "atan2_bcast", y, row, dtype, **close)
    assert_close(actual, torch.atan2(y.double(), row.double()), kernels.name, steps=2, scale=0.0)
    actual = kernels.elementwise("atan2c", "atan2c", {"other": x}, out_dtype=dtype, scalar=-1.25, **close)
    assert_close(actual, torch.atan2(torch.tensor(-1.25).double(), x.double()), kernels.name, steps=2, scale=0.0)
    actual = kernels.elementwise("atan2_c", "atan2_c", {"input": y}, out_dtype=dtype, scalar=-1.25, **close)
    assert_close(actual, torch.atan2(y.double(), torch.tensor(-1.25).double()), kernels.name, steps=2, scale=0.0)


def test_atan2_of_special_values(kernels: Kernels) -> None:
    y, x = pairs(torch.float32)
    actual = kernels.elementwise("atan2", "atan2", {"input": y, "other": x})
    expected = torch.atan2(y.double(), x.double()).float()
    torch.testing.assert_close(actual, expected, rtol=1.2e-7, atol=0, equal_nan=True)
    assert torch.equal(actual.signbit() & ~actual.isnan(), expected.signbit() & ~expected.isnan())


def next_bits(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """torch's own, for f32; narrower formats by walking all their numbers in order."""
    if x.dtype == torch.float32:
        return torch.nextafter(x, y)
    codes = torch.arange(-(2**15), 2**15, dtype=torch.int32).to(torch.int16).view(x.dtype)
    ordered = codes[~codes.isnan()].float().unique()
    place = torch.searchsorted(ordered, x.float())
    step = (y.float() > x.float()).long() - (y.float() < x.float()).long()
    moved = ordered[(place + step).clamp(0, len(ordered) - 1)]
    return torch.where(x.isnan() | y.isnan(), torch.nan, torch.where(step == 0, y.float(), moved)).to(x.dtype)


@pytest.mark.parametrize("dtype", FLOATS)
def test_nextafter(kernels: Kernels, dtype: torch.dtype) -> None:
    x, y = pairs(dtype)
    options = {"rtol": 0, "atol": 0, "equal_nan": True}
    actual = kernels.elementwise("nextafter", "nextafter", {"input": x, "other": y})
    torch.testing.assert_close(actual, next_bits(x, y), **options)
    grid, row = x.reshape(10, 10), torch.tensor(SPECIAL).to(dtype)
    torch.testing.assert_close(
        broadcast(kernels, "nextafter_bcast", grid, row, dtype), next_bits(grid, row.expand(10, 10)), **options
    )
    number = torch.tensor(3.0, dtype=dtype)
    actual = kernels.elementwise("nextafter_c", "nextafter_c", {"input": x}, scalar=3.0)
    torch.testing.assert_close(actual, next_bits(x, number.expand_as(x)), **options)
    actual = kernels.elementwise("nextafterc", "nextafterc", {"other": x}, scalar=3.0)
    torch.testing.assert_close(actual, next_bits(number.expand_as(x), x), **options)


@pytest.mark.parametrize("dtype", FLOATS)
def test_hypot(kernels: Kernels, dtype: torch.dtype) -> None:
    x, y = operands(((6, 50), (50,)), dtype)
    actual = broadcast(kernels, "hypot_bcast", x, y, dtype)
    assert_close(actual, torch.hypot(x.double(), y.double()), kernels.name, steps=2, scale=0.0)
    number = torch.tensor(1.3, dtype=dtype).double()
    actual = kernels.elementwise("hypot_c", "hypot_c", {"input": x}, scalar=1.3)
    assert_close(actual, torch.hypot(x.double(), number), kernels.name, steps=2, scale=0.0)


MIXED = [torch.float32, torch.float16, torch.int32]


@pytest.mark.parametrize("out", MIXED)
@pytest.mark.parametrize("right", MIXED)
@pytest.mark.parametrize("left", MIXED)
def test_pow_of_mixed_types(kernels: Kernels, left: torch.dtype, right: torch.dtype, out: torch.dtype) -> None:
    x = torch.tensor([1, 2, 3, 5, 7, 1, 4]).to(left)
    y = torch.tensor([0, 1, 2, 3, 2, 5, 3]).to(right)
    types = {"input_dtype": CODES[left], "other_dtype": CODES[right], "output_dtype": CODES[out]}
    expected = torch.pow(x.double(), y.double()).to(out)
    assert torch.equal(kernels.elementwise("pow", "pow", {"input": x, "other": y}, out_dtype=out, **types), expected)
    fields = {"dtype": None, "dim": 2, "input_dim": None, "other_dim": None} | types
    actual = broadcast(kernels, "pow_bcast", x.reshape(1, 7), y.reshape(7, 1), out, **fields)
    assert torch.equal(actual, torch.pow(x.double().reshape(1, 7), y.double().reshape(7, 1)).to(out))


def test_integer_results_round_halves_away_from_zero(kernels: Kernels) -> None:
    x = torch.tensor([0.5, 1.5, 2.5, -0.5, -2.5, 2.4, 1e30, -1e30, float("nan")])
    one = torch.ones_like(x)
    types = {"input_dtype": CODES[x.dtype], "other_dtype": CODES[x.dtype], "output_dtype": CODES[torch.int32]}
    actual = kernels.elementwise("pow", "pow", {"input": x, "other": one}, out_dtype=torch.int32, **types)
    assert actual.tolist() == [1, 2, 3, -1, -3, 2, 2**31 - 1, -(2**31), 0]


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32])
@pytest.mark.parametrize("kernel", ["pow_c", "c_pow"])
def test_pow_with_a_number(kernels: Kernels, kernel: str, dtype: torch.dtype) -> None:
    x = torch.tensor([1, 2, 3, 4, 0], dtype=dtype)
    wide = x.double()
    for number, out in ((2.0, torch.int32), (1.5, torch.float32)) if dtype == torch.int32 else ((1.5, dtype),):
        target = kernels.room(5, out)
        kernels.run(kernel, "pow_tensor_scalar", self_global_addr=kernels.put(x), out_global_addr=target, shape=[5], dim=1, value=number,
                    dtype=CODES[dtype], out_is_int=int(out == torch.int32))  # fmt: skip
        expected = torch.pow(wide, number) if kernel == "pow_c" else torch.pow(number, wide)
        actual = kernels.get(target, (5,), out)
        if out == torch.int32:
            assert torch.equal(actual, expected.round().to(out))
        else:
            assert_close(actual, expected, kernels.name, steps=2, scale=0.0)


@pytest.mark.parametrize("dtype", FLOATS)
def test_one_input(kernels: Kernels, dtype: torch.dtype) -> None:
    x = torch.cat([samples(2000, dtype=dtype), torch.tensor(SPECIAL).to(dtype)])
    wide = x.double()
    signs = kernels.elementwise("signbit", "signbit", {"input": x}, out_dtype=torch.uint8)
    assert torch.equal(signs.bool() | x.isnan(), x.signbit() | x.isnan())
    roots = wide.sign() * wide.abs().pow(1 / 3)
    assert_close(kernels.elementwise("cbrt", "cbrt", {"input": x}), roots, kernels.name, steps=2, scale=0.0)
    clamped = kernels.elementwise("hardtanh", "hardtanh", {"input": x}, min_value=-0.5, max_value=0.75)
    torch.testing.assert_close(clamped, x.clamp(-0.5, 0.75), rtol=0, atol=0, equal_nan=True)
    leaky = kernels.elementwise("leakyrelu", "leakyrelu", {"input": x}, negative_slope=0.25)
    torch.testing.assert_close(leaky, torch.nn.functional.leaky_relu(x, 0.25), rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", FLOATS)
def test_addcdiv(kernels: Kernels, dtype: torch.dtype) -> None:
    x, t1, t2 = (samples(5, 211, dtype=dtype, seed=i) for i in range(3))
    t2 = torch.where(t2.abs() < 0.25, torch.ones_like(t2), t2)
    actual = kernels.elementwise("addcdiv", "addcdiv", {"input": x, "tensor1": t1, "tensor2": t2}, value=0.5)
    part = 0.5 * (t1.double() / t2.double())
    assert_close(actual, x.double() + part, kernels.name, steps=4)


@pytest.mark.parametrize("dtype", FLOATS)
def test_addcmul_broadcast(bm_a: BmA, dtype: torch.dtype) -> None:
    k = Kernels(bm_a)
    x, t1, t2 = samples(5, 1, dtype=dtype), samples(4, 1, 30, dtype=dtype, seed=1), samples(30, dtype=dtype, seed=2)
    target = k.room(4 * 5 * 30, dtype)
    fields: dict[str, object] = {}
    for name, tensor in (("input", x), ("tensor1", t1), ("tensor2", t2)):
        fields |= {
            f"{name}_global_addr": k.put(tensor),
            f"{name}_shape": list(tensor.shape),
            f"{name}_dim": tensor.dim(),
        }
    k.run("addcmul_bcast", "bcast_addcmul", output_global_addr=target, value=0.5, dtype=CODES[dtype], **fields)
    product = 0.5 * t1.double() * t2.double()
    expected = x.double() + product
    actual = k.get(target, (4, 5, 30), dtype)
    assert_close(actual, expected, k.name, steps=4)


@pytest.mark.parametrize("dtype", FLOATS)
def test_relu_backward(bm_a: BmA, dtype: torch.dtype) -> None:
    k = Kernels(bm_a)
    x, g = samples(700, dtype=dtype), samples(700, dtype=dtype, seed=1)
    target = k.room(700, dtype)
    k.run("relu_backward", "relu_backward", input_global_addr=k.put(x), grad_output_global_addr=k.put(g), grad_input_global_addr=target,
          shape=[700], dim=1, dtype=CODES[dtype])  # fmt: skip
    assert torch.equal(k.get(target, (700,), dtype), torch.where(x > 0, g, torch.zeros_like(g)))


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32, torch.uint8])
@pytest.mark.parametrize("mask_shape", [(3, 4, 50), (4, 1), (50,), ()])
def test_masked_fill(kernels: Kernels, mask_shape: tuple[int, ...], dtype: torch.dtype) -> None:
    x, mask = operands(((3, 4, 50), mask_shape), dtype)
    mask = (torch.rand(mask_shape, generator=torch.Generator().manual_seed(2)) < 0.5).to(dtype)
    target = kernels.room(600, dtype)
    kernels.run("masked_fill", "masked_fill", input_global_addr=kernels.put(x), mask_global_addr=kernels.put(mask), out_global_addr=target,
                input_shape=[3, 4, 50], mask_shape=list(mask_shape), input_dims=3, mask_dims=len(mask_shape), value=7.0,
                dtype=CODES[dtype])  # fmt: skip
    assert torch.equal(kernels.get(target, (3, 4, 50), dtype), x.masked_fill(mask != 0, 7))
