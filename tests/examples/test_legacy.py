"""Every operator of the legacy example, through its own C API, on every chip that implements it, against torch on the CPU."""

from __future__ import annotations

import ctypes as c
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from legacy_library import Array, InOut, Legacy, Out, Vector

from dnnlib.paths import ROOT, library_dir

pytestmark = pytest.mark.native

F32, F16, BF16, I32, U8 = torch.float32, torch.float16, torch.bfloat16, torch.int32, torch.uint8
FLOATS = pytest.mark.parametrize("dtype", [F32, F16, BF16], ids=["f32", "f16", "bf16"])
# Weight of the last bit, twice: one chip truncates bf16.
EPS = {F32: 2.0**-22, F16: 2.0**-10, BF16: 2.0**-7}


@pytest.fixture(scope="module")
def libraries() -> Iterator[dict[str, Legacy]]:
    opened: dict[str, Legacy] = {}
    yield opened
    for legacy in opened.values():
        legacy.close()


def opened_on(libraries: dict[str, Legacy], chip: str) -> Legacy:
    if not (library_dir() / f"libsgdnn_{chip}.so").exists():
        pytest.fail(f"libsgdnn_{chip}.so is missing in {library_dir()}; build with: make native")
    if chip not in libraries:
        libraries[chip] = Legacy(chip)
    torch.manual_seed(1000)
    return libraries[chip]


@pytest.fixture(params=["bm_a", "sg_b"])
def lib(request: pytest.FixtureRequest, libraries: dict[str, Legacy]) -> Legacy:
    return opened_on(libraries, request.param)


@pytest.fixture
def bm_a(libraries: dict[str, Legacy]) -> Legacy:
    return opened_on(libraries, "bm_a")


@pytest.fixture
def sg_b(libraries: dict[str, Legacy]) -> Legacy:
    return opened_on(libraries, "sg_b")


def rand(*shape: int, dtype: torch.dtype = F32) -> torch.Tensor:
    return torch.randn(shape).to(dtype)


def close(actual: torch.Tensor, expected: torch.Tensor, ulps: float = 2.0) -> None:
    """Equal but for `ulps` last bits of the larger of the element and the mean magnitude. The reference is f64 of the same inputs."""
    expected = expected.double()
    scale = torch.maximum(expected.abs(), expected.abs().mean()) + 1e-6
    error = (actual.double() - expected).abs() / scale / EPS[actual.dtype]
    assert error.max() <= ulps, f"{error.max():.3g} last bits at {int(error.argmax())} of {tuple(actual.shape)}"


# --- matrix multiplication ---


def layout(tensor: torch.Tensor, transposed: bool) -> torch.Tensor:
    """The same values, stored with the last two dimensions exchanged."""
    return tensor.transpose(-2, -1).contiguous().transpose(-2, -1) if transposed else tensor


@FLOATS
@pytest.mark.parametrize("with_bias", [False, True])
@pytest.mark.parametrize(("left_t", "right_t"), [(False, False), (True, False), (False, True), (True, True)])
def test_matmul(lib: Legacy, dtype: torch.dtype, with_bias: bool, left_t: bool, right_t: bool) -> None:
    left, right, bias = rand(13, 37, dtype=dtype), rand(37, 21, dtype=dtype), rand(21, dtype=dtype)
    given = bias if with_bias else None
    (out,) = lib.call("sgdnnMatmul", layout(left, left_t), layout(right, right_t), given, Out((13, 21), dtype))
    close(out, left.double() @ right.double() + (bias.double() if with_bias else 0), 8)


@FLOATS
@pytest.mark.parametrize(("left_t", "right_t"), [(False, False), (True, False), (False, True)])
def test_batch_matmul(lib: Legacy, dtype: torch.dtype, left_t: bool, right_t: bool) -> None:
    left, right = rand(5, 7, 11, dtype=dtype), rand(5, 11, 3, dtype=dtype)
    (out,) = lib.call("sgdnnBatchMatmul", layout(left, left_t), layout(right, right_t), Out((5, 7, 3), dtype))
    close(out, left.double() @ right.double(), 8)


# --- element by element ---

OPERATIONS: list[Callable[..., torch.Tensor]] = [torch.add, torch.sub, torch.mul, torch.div]


@FLOATS
@pytest.mark.parametrize("operation", range(4))
def test_binary(lib: Legacy, dtype: torch.dtype, operation: int) -> None:
    left, right = rand(4, 3, 9, dtype=dtype), rand(4, 3, 9, dtype=dtype).abs() + 1
    right = right.to(dtype)
    (out,) = lib.call("sgdnnBinary", left, right, 0.5, Out((4, 3, 9), dtype), operation)
    close(out, OPERATIONS[operation](left.double(), 0.5 * right.double()))


@pytest.mark.parametrize("operation", range(3))
def test_binary_of_integers_is_exact(lib: Legacy, operation: int) -> None:
    left, right = torch.randint(-1000, 1000, (50,), dtype=I32), torch.randint(-1000, 1000, (50,), dtype=I32)
    (out,) = lib.call("sgdnnBinary", left, right, 1.0, Out((50,), I32), operation)
    assert torch.equal(out, OPERATIONS[operation](left, right))


@FLOATS
@pytest.mark.parametrize("operation", range(4))
def test_binary_bcast(lib: Legacy, dtype: torch.dtype, operation: int) -> None:
    left, right = rand(4, 1, 9, dtype=dtype), (rand(1, 3, 9).abs() + 1).to(dtype)
    (out,) = lib.call("sgdnnBinaryBcast", left, right, 2.0, Out((4, 3, 9), dtype), operation)
    close(out, OPERATIONS[operation](left.double(), 2 * right.double()))


@FLOATS
@pytest.mark.parametrize("inversed", [False, True])
@pytest.mark.parametrize("operation", range(4))
def test_binary_c(lib: Legacy, dtype: torch.dtype, operation: int, inversed: bool) -> None:
    tensor = (rand(40).abs() + 1).to(dtype)
    (out,) = lib.call("sgdnnBinaryC", tensor, 1.5, Out((40,), dtype), operation, inversed)
    number = torch.tensor(1.5).double()
    pair = (number, tensor.double()) if inversed else (tensor.double(), number)
    close(out, OPERATIONS[operation](*pair))


MODES: list[Callable[..., torch.Tensor]] = [torch.eq, torch.ne, torch.gt, torch.ge, torch.lt, torch.le]


@pytest.mark.parametrize("dtype", [F32, F16, I32, U8, torch.int64])
@pytest.mark.parametrize("mode", range(6))
def test_comparision(lib: Legacy, dtype: torch.dtype, mode: int) -> None:
    left, right = torch.randint(0, 4, (6, 7)).to(dtype), torch.randint(0, 4, (6, 7)).to(dtype)
    (out,) = lib.call("sgdnnComparision", left, right, Out((6, 7), U8), mode)
    assert torch.equal(out, MODES[mode](left, right).to(U8))


@pytest.mark.parametrize("mode", range(6))
def test_comparision_bcast(lib: Legacy, mode: int) -> None:
    left, right = torch.randint(0, 4, (6, 1)).float(), torch.randint(0, 4, (1, 7)).float()
    (out,) = lib.call("sgdnnComparisionBcast", left, right, Out((6, 7), U8), mode)
    assert torch.equal(out, MODES[mode](left, right).to(U8))


@pytest.mark.parametrize("scalar_pos", [0, 1])
@pytest.mark.parametrize("mode", range(6))
def test_comparision_c(lib: Legacy, mode: int, scalar_pos: int) -> None:
    tensor, number = torch.randint(0, 4, (33,)).float(), torch.tensor(2.0)
    (out,) = lib.call("sgdnnComparisionC", tensor, 2.0, Out((33,), U8), mode, scalar_pos)
    expected = MODES[mode](tensor, number) if scalar_pos else MODES[mode](number, tensor)
    assert torch.equal(out, expected.to(U8))


def enumerators() -> dict[str, int]:
    """Names and numbers of the kernels' enumerations."""
    text = (ROOT / "chips" / "include" / "sg_api" / "types.h").read_text()
    return {name: int(number) for name, number in re.findall(r"^ *([A-Z]\w*) = (\d+),", text, re.MULTILINE)}


ENUM = enumerators()
ACTIVATIONS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "TANH": torch.tanh, "SIGMOID": torch.sigmoid, "RELU": torch.relu, "EXP": torch.exp, "SQRT": torch.sqrt,
    "RSQRT": torch.rsqrt, "ABSVAL": torch.abs, "ROUND": torch.round, "CEIL": torch.ceil, "FLOOR": torch.floor,
    "SIN": torch.sin, "COS": torch.cos, "MISH": F.mish, "HSWISH": F.hardswish, "SILU": F.silu, "TAN": torch.tan,
    "EXPM1": torch.expm1, "RECIPROCAL": torch.reciprocal, "EXP2": torch.exp2, "TRUNC": torch.trunc,
    "ERF": torch.erf, "ERFC": torch.erfc,
}  # fmt: skip


@FLOATS
@pytest.mark.parametrize("name", ACTIVATIONS)
def test_active(lib: Legacy, dtype: torch.dtype, name: str) -> None:
    if lib.chip == "bm_a" and name in ("ERF", "ERFC") and dtype is not F32:
        pytest.skip("bm_a refuses the error function for 16-bit types")
    tensor = (torch.rand(5, 40) * 1.2 + 0.1).to(dtype)
    (out,) = lib.call("sgdnnActive", tensor, Out((5, 40), dtype), ENUM[f"ACTIVE_{name}"])
    close(out, ACTIVATIONS[name](tensor.double()), 8)


@pytest.mark.parametrize(("name", "function"), [("ISINF", torch.isinf), ("ISNAN", torch.isnan)])
def test_active_predicates(lib: Legacy, name: str, function: Callable[..., torch.Tensor]) -> None:
    tensor = torch.tensor([0.0, float("inf"), float("nan"), -float("inf"), 1e30])
    (out,) = lib.call("sgdnnActive", tensor, Out((5,), U8), ENUM[f"ACTIVE_{name}"])
    assert torch.equal(out, function(tensor).to(U8))


@FLOATS
@pytest.mark.parametrize(
    ("log_type", "function"), [(0, torch.log), (1, torch.log1p), (2, torch.log2), (10, torch.log10)]
)
def test_log(lib: Legacy, dtype: torch.dtype, log_type: int, function: Callable[..., torch.Tensor]) -> None:
    tensor = (torch.rand(77) * 10 + 0.1).to(dtype)
    (out,) = lib.call("sgdnnLog", tensor, Out((77,), dtype), log_type)
    close(out, function(tensor.double()), 8)


@FLOATS
def test_neg(lib: Legacy, dtype: torch.dtype) -> None:
    tensor = rand(3, 20, dtype=dtype)
    assert torch.equal(lib.call("sgdnnNeg", tensor, Out((3, 20), dtype))[0], -tensor)


@pytest.mark.parametrize("dtype", [F32, F16, I32, U8])
def test_logical_not(lib: Legacy, dtype: torch.dtype) -> None:
    tensor = torch.randint(0, 2, (3, 20)).to(dtype)
    assert torch.equal(lib.call("sgdnnLogicalNot", tensor, Out((3, 20), U8))[0], tensor.logical_not().to(U8))


@FLOATS
def test_sign(lib: Legacy, dtype: torch.dtype) -> None:
    tensor = torch.randint(-2, 3, (60,)).to(dtype)
    assert torch.equal(lib.call("sgdnnSign", tensor, Out((60,), dtype))[0], tensor.sign())


@FLOATS
def test_clamp(lib: Legacy, dtype: torch.dtype) -> None:
    tensor = rand(90, dtype=dtype)
    assert torch.equal(lib.call("sgdnnClamp", tensor, -0.5, 0.75, Out((90,), dtype))[0], tensor.clamp(-0.5, 0.75))


@FLOATS
def test_addcmul(lib: Legacy, dtype: torch.dtype) -> None:
    tensor, left, right = (rand(4, 11, dtype=dtype) for _ in range(3))
    (out,) = lib.call("sgdnnAddCMul", tensor, left, right, 0.5, Out((4, 11), dtype))
    close(out, tensor.double() + 0.5 * left.double() * right.double())


@FLOATS
def test_pow(lib: Legacy, dtype: torch.dtype) -> None:
    base, exponent = (torch.rand(64) + 0.5).to(dtype), rand(64, dtype=dtype)
    close(lib.call("sgdnnPow", base, exponent, Out((64,), dtype))[0], base.double() ** exponent.double(), 8)


@FLOATS
def test_minimum(lib: Legacy, dtype: torch.dtype) -> None:
    left, right = rand(5, 13, dtype=dtype), rand(5, 13, dtype=dtype)
    assert torch.equal(lib.call("sgdnnMinimum", left, right, Out((5, 13), dtype))[0], torch.minimum(left, right))


@FLOATS
def test_hypot(bm_a: Legacy, dtype: torch.dtype) -> None:
    left, right = rand(5, 13, dtype=dtype), rand(5, 13, dtype=dtype)
    close(bm_a.call("sgdnnHypot", left, right, Out((5, 13), dtype))[0], torch.hypot(left.double(), right.double()))


@pytest.mark.parametrize("dtype", [I32, torch.int16, torch.int8, U8])
def test_shift_left(lib: Legacy, dtype: torch.dtype) -> None:
    left, right = torch.randint(0, 16, (30,)).to(dtype), torch.randint(0, 4, (30,)).to(dtype)
    assert torch.equal(lib.call("sgdnnShiftLeft", left, right, Out((30,), dtype))[0], left << right)


@FLOATS
def test_gelu_and_backward(lib: Legacy, dtype: torch.dtype) -> None:
    tensor, grad = rand(6, 25, dtype=dtype), rand(6, 25, dtype=dtype)
    leaf = tensor.double().requires_grad_()
    expected = F.gelu(leaf)
    expected.backward(grad.double())
    close(lib.call("sgdnnGELU", tensor, Out((6, 25), dtype))[0], expected.detach(), 8)
    assert leaf.grad is not None
    close(lib.call("sgdnnGELUBackward", grad, tensor, Out((6, 25), dtype))[0], leaf.grad, 8)


# --- normalisation ---


@FLOATS
@pytest.mark.parametrize("dim", [0, 1, 2])
def test_softmax_and_backward(lib: Legacy, dtype: torch.dtype, dim: int) -> None:
    tensor, grad = rand(4, 9, 6, dtype=dtype), rand(4, 9, 6, dtype=dtype)
    (out,) = lib.call("sgdnnSoftmax", tensor, dim, Out((4, 9, 6), dtype))
    close(out, tensor.double().softmax(dim), 8)
    (grad_input,) = lib.call("sgdnnSoftmaxBackward", grad, out, dim, Out((4, 9, 6), dtype))
    product = grad.double() * out.double()
    close(grad_input, product - out.double() * product.sum(dim, keepdim=True), 8)


@FLOATS
@pytest.mark.parametrize("with_affine", [False, True])
@pytest.mark.parametrize("with_statistics", [False, True])
def test_layernorm(lib: Legacy, dtype: torch.dtype, with_affine: bool, with_statistics: bool) -> None:
    tensor, weight, bias = rand(6, 5, 20, dtype=dtype), rand(20, dtype=dtype), rand(20, dtype=dtype)
    affine = (weight, bias) if with_affine else (None, None)
    statistics = [Out((6, 5), dtype)] * 2 if with_statistics else [None, None]
    results = lib.call("sgdnnLayernorm", tensor, *affine, 2, 1e-5, Out((6, 5, 20), dtype), *statistics)
    doubles = [t.double() if t is not None else None for t in affine]
    close(results[0], F.layer_norm(tensor.double(), (20,), *doubles, 1e-5), 8)
    if with_statistics:
        variance, mean = torch.var_mean(tensor.double(), 2, unbiased=False)
        close(results[1], mean, 8)
        close(results[2], (variance + 1e-5).rsqrt(), 8)


@pytest.mark.parametrize("wanted", [(True, True, True), (True, False, False), (False, True, True)])
@pytest.mark.parametrize("with_weight", [False, True])
def test_layernorm_backward(lib: Legacy, wanted: tuple[bool, bool, bool], with_weight: bool) -> None:
    tensor, grad, weight = rand(7, 24), rand(7, 24), rand(24)
    variance, mean = torch.var_mean(tensor, 1, unbiased=False)
    rstd = (variance + 1e-5).rsqrt()
    leaves = [tensor.double(), (weight if with_weight else torch.ones(24)).double(), torch.zeros(24).double()]
    for leaf in leaves:
        leaf.requires_grad_()
    F.layer_norm(leaves[0], (24,), leaves[1], leaves[2], 1e-5).backward(grad.double())
    outputs = [Out(leaf.shape, F32) if want else None for leaf, want in zip(leaves, wanted, strict=True)]
    given = weight if with_weight else None
    results = lib.call("sgdnnLayernormBackward", grad, tensor, given, mean, rstd, 1, *outputs)
    expected = [leaf.grad for leaf, want in zip(leaves, wanted, strict=True) if want]
    for result, reference in zip(results, expected, strict=True):
        assert reference is not None
        close(result, reference, 16)


def rms_norm(tensor: torch.Tensor, eps: float) -> torch.Tensor:
    return tensor * (tensor.square().mean(-1, keepdim=True) + eps).rsqrt()


@FLOATS
@pytest.mark.parametrize(("with_weight", "with_bias"), [(False, False), (True, False), (True, True)])
def test_rmsnorm(sg_b: Legacy, dtype: torch.dtype, with_weight: bool, with_bias: bool) -> None:
    tensor, weight, bias = rand(9, 18, dtype=dtype), rand(18, dtype=dtype), rand(18, dtype=dtype)
    given = (weight if with_weight else None, bias if with_bias else None)
    (out,) = sg_b.call("sgdnnRMSNorm", tensor, *given, 1, 1e-6, Out((9, 18), dtype))
    expected = rms_norm(tensor.double(), 1e-6) * (weight.double() if with_weight else 1)
    close(out, expected + (bias.double() if with_bias else 0), 8)


@pytest.mark.parametrize("with_bias", [False, True])
def test_ln_mm(sg_b: Legacy, with_bias: bool) -> None:
    tensor, weight, bias, gamma, beta = rand(3, 4, 16), rand(16, 10), rand(10), rand(16), rand(16)
    mean, rstd, out = sg_b.call(
        "sgdnnLnMm", tensor, weight, bias if with_bias else None, gamma, beta, 1e-5,
        Out((3, 4), F32), Out((3, 4), F32), Out((3, 4, 10), F32),
    )  # fmt: skip
    norm = F.layer_norm(tensor.double(), (16,), gamma.double(), beta.double(), 1e-5)
    close(out, norm @ weight.double() + (bias.double() if with_bias else 0), 32)
    variance, expected_mean = torch.var_mean(tensor.double(), 2, unbiased=False)
    close(mean, expected_mean, 8)
    close(rstd, (variance + 1e-5).rsqrt(), 8)


def test_add_ln_mm(sg_b: Legacy) -> None:
    left, right, weight, gamma, beta = rand(5, 16), rand(5, 16), rand(16, 6), rand(16), rand(16)
    total, _, _, out = sg_b.call(
        "sgdnnAddLnMm", left, right, weight, None, gamma, beta, 1e-5,
        Out((5, 16), F32), Out((5,), F32), Out((5,), F32), Out((5, 6), F32),
    )  # fmt: skip
    close(total, left.double() + right.double())
    norm = F.layer_norm(left.double() + right.double(), (16,), gamma.double(), beta.double(), 1e-5)
    close(out, norm @ weight.double(), 32)


@FLOATS
def test_norm2(lib: Legacy, dtype: torch.dtype) -> None:
    tensor = rand(11, 13, dtype=dtype)
    close(lib.call("sgdnnNorm2", tensor, Out((1,), dtype))[0], tensor.double().norm().reshape(1), 8)


# --- reductions ---


@FLOATS
@pytest.mark.parametrize("keepdim", [0, 1])
@pytest.mark.parametrize(("start", "end"), [(0, 1), (1, 3), (0, 3), (2, 3)])
@pytest.mark.parametrize(("mode", "function"), [(0, torch.mean), (1, torch.sum)])
def test_reduce(
    lib: Legacy,
    dtype: torch.dtype,
    keepdim: int,
    start: int,
    end: int,
    mode: int,
    function: Callable[..., torch.Tensor],
) -> None:
    tensor = rand(6, 7, 8, dtype=dtype)
    expected = function(tensor.double(), tuple(range(start, end)), bool(keepdim))
    close(lib.call("sgdnnReduce", tensor, start, end, keepdim, mode, Out(expected.shape, dtype))[0], expected, 32)


@FLOATS
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_reduce_prod(lib: Legacy, dtype: torch.dtype, axis: int) -> None:
    tensor = (torch.rand(3, 4, 5) + 0.5).to(dtype)
    expected = tensor.double().prod(axis)
    close(lib.call("sgdnnReduceProd", tensor, axis, 0, Out(expected.shape, dtype))[0], expected, 32)


@FLOATS
@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("mode", range(4))
def test_arg(lib: Legacy, dtype: torch.dtype, axis: int, mode: int) -> None:
    tensor = torch.randperm(120).reshape(4, 6, 5).to(dtype)
    function = torch.max if mode in (0, 2) else torch.min
    values, indices = function(tensor, axis)
    if mode < 2:
        (out_indices,) = lib.call("sgdnnArg", tensor, axis, mode, None, Out(indices.shape, I32))
    else:
        out_values, out_indices = lib.call(
            "sgdnnArg", tensor, axis, mode, Out(values.shape, dtype), Out(indices.shape, I32)
        )
        assert torch.equal(out_values, values)
    assert torch.equal(out_indices.long(), indices)


# --- moving data ---


@pytest.mark.parametrize("dtype", [F32, F16, I32, U8])
def test_strided_copy(lib: Legacy, dtype: torch.dtype) -> None:
    tensor = torch.randint(0, 100, (5, 6, 7)).to(dtype)
    for view in (tensor.permute(2, 0, 1), tensor[:, ::2], tensor[:1].expand(4, 6, 7)):
        (out,) = lib.call("sgdnnStridedCopy", view, Out(view.shape, dtype))
        assert torch.equal(out, view)


@pytest.mark.parametrize(
    ("source", "target"), [(F32, F16), (F16, F32), (F32, I32), (I32, F32), (U8, F16), (BF16, F32), (F32, BF16)]
)
def test_convert(lib: Legacy, source: torch.dtype, target: torch.dtype) -> None:
    tensor = (torch.rand(4, 30) * 100).to(source)
    (out,) = lib.call("sgdnnConvert", tensor, Out((4, 30), target))
    if target in EPS:
        close(out, tensor.double())
    else:
        assert torch.equal(out, tensor.to(target))


def test_convert_int64_to_int32(lib: Legacy) -> None:
    tensor = torch.randint(-(2**31), 2**31, (3, 17))
    assert torch.equal(lib.call("sgdnnConvertInt64toInt32", tensor, Out((3, 17), I32))[0], tensor.to(I32))


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 0, 2)])
def test_permute(lib: Legacy, order: tuple[int, ...]) -> None:
    tensor = rand(3, 4, 5)
    expected = tensor.permute(order).contiguous()
    (out,) = lib.call("sgdnnPermute", tensor, (c.c_int * 3)(*order), Out(expected.shape, F32))
    assert torch.equal(out, expected)


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("dtype", [F32, F16, I32])
def test_concat(lib: Legacy, axis: int, dtype: torch.dtype) -> None:
    shapes = [[2, 3, 4] for _ in range(4)]
    for i, shape in enumerate(shapes):
        shape[axis] = i + 1
    parts = [torch.randint(0, 100, shape).to(dtype) for shape in shapes]
    expected = torch.cat(parts, axis)
    assert torch.equal(lib.call("sgdnnConcat", Array(parts), axis, Out(expected.shape, dtype))[0], expected)


@pytest.mark.parametrize("index_dtype", [I32, torch.int64])
@pytest.mark.parametrize("dim", [0, 1, 2])
def test_index_select(lib: Legacy, index_dtype: torch.dtype, dim: int) -> None:
    tensor, index = rand(4, 5, 6), torch.tensor([3, 0, 0, 2, 1]).to(index_dtype)
    expected = tensor.index_select(dim, index)
    assert torch.equal(lib.call("sgdnnIndexSelect", tensor, index, dim, Out(expected.shape, F32))[0], expected)


def test_index_select_with_indices_of_two_dimensions(lib: Legacy) -> None:
    tensor, index = rand(9, 4), torch.randint(0, 9, (2, 3))
    assert torch.equal(lib.call("sgdnnIndexSelect", tensor, index, 0, Out((2, 3, 4), F32))[0], tensor[index])


@pytest.mark.parametrize("count", [1, 2, 3])
def test_mul_index_select(lib: Legacy, count: int) -> None:
    tensor = rand(4, 5, 6)
    indices = [torch.randint(0, 4, (size,)) for size in (3, 2, 5)[:count]]
    expected = tensor
    for dim, index in enumerate(indices):
        expected = expected.index_select(dim, index)
    (out,) = lib.call("sgdnnMulIndexSelect", tensor, Vector(indices), Out(expected.shape, F32))
    assert torch.equal(out, expected)


@pytest.mark.parametrize("dtype", [F32, I32, torch.int64])
@pytest.mark.parametrize(("start", "end", "step"), [(0, 10, 1), (3, 20, 4), (10, -5, -3)])
def test_arange(lib: Legacy, dtype: torch.dtype, start: int, end: int, step: int) -> None:
    expected = torch.arange(start, end, step, dtype=dtype)
    assert torch.equal(lib.call("sgdnnArange", start, end, step, Out(expected.shape, dtype))[0], expected)


@pytest.mark.parametrize("dtype", [F32, F16, BF16, I32, U8])
def test_fill(lib: Legacy, dtype: torch.dtype) -> None:
    expected = torch.full((3, 21), 7).to(dtype)
    value = c.create_string_buffer(bytes(expected[0, :1].clone().untyped_storage().tolist()))
    assert torch.equal(lib.call("sgdnnFill", value, Out((3, 21), dtype))[0], expected)


@FLOATS
def test_where(lib: Legacy, dtype: torch.dtype) -> None:
    condition = torch.randint(0, 2, (4, 1, 6)).to(U8)
    left, right = rand(1, 5, 6, dtype=dtype), rand(4, 5, 1, dtype=dtype)
    (out,) = lib.call("sgdnnWhere", condition, left, right, Out((4, 5, 6), dtype))
    assert torch.equal(out, torch.where(condition.bool(), left, right))
    number = torch.tensor(2.5, dtype=dtype)
    condition = condition.expand(4, 5, 6).contiguous()
    (out,) = lib.call("sgdnnWhere", condition, number, right, Out((4, 5, 6), dtype))
    assert torch.equal(out, torch.where(condition.bool(), number, right))


@pytest.mark.parametrize("dtype", [U8, torch.int8, I32])
def test_nonzero(lib: Legacy, dtype: torch.dtype) -> None:
    tensor = torch.randint(0, 2, (5, 6, 7)).to(dtype)
    positions, num = lib.call("sgdnnNonzero", tensor, Out((210, 3), I32), Out((1,), I32), 210)
    expected = tensor.nonzero()
    assert num.item() == len(expected)
    assert torch.equal(positions[: len(expected)].long(), expected)


# --- the rest ---


@pytest.mark.parametrize("bad", [None, float("inf"), float("nan")])
def test_inf_check_and_unscale(lib: Legacy, bad: float | None) -> None:
    gradients = [rand(4, 5), rand(33, dtype=F16), rand(2, dtype=BF16)]
    if bad is not None:
        gradients[1][7] = bad
    *scaled, found = lib.call(
        "sgdnnInfCheckAndUnscale", Vector([InOut(g) for g in gradients]), InOut(torch.zeros(1)), 0.5
    )  # fmt: skip
    assert found.item() == (0.0 if bad is None else 1.0)
    for result, gradient in zip(scaled, gradients, strict=True):
        finite = gradient.isfinite()
        close(result[finite], gradient[finite].double() * 0.5)


CONVOLUTIONS = [
    dict(stride=1, padding=0, dilation=1, groups=1),
    dict(stride=2, padding=1, dilation=1, groups=2),
    dict(stride=1, padding=2, dilation=2, groups=4),
]


@FLOATS
@pytest.mark.parametrize("with_bias", [False, True])
@pytest.mark.parametrize("param", CONVOLUTIONS, ids=["plain", "stride", "dilation"])
def test_conv2d(bm_a: Legacy, dtype: torch.dtype, with_bias: bool, param: dict[str, int]) -> None:
    tensor, weight = rand(2, 8, 9, 7, dtype=dtype), rand(12, 8 // param["groups"], 3, 3, dtype=dtype)
    bias = rand(12, dtype=dtype)
    expected = F.conv2d(tensor.double(), weight.double(), bias.double() if with_bias else None, **param)
    pairs = [value for name in ("padding", "stride", "dilation") for value in [param[name]] * 2]
    struct = (c.c_int * 9)(3, 3, *pairs, param["groups"])
    conv_param = ConvParam.from_buffer(struct)
    (out,) = bm_a.call(
        "sgdnnConv2d", tensor, weight, bias if with_bias else None, conv_param, Out(expected.shape, dtype)
    )
    close(out, expected, 32)


class ConvParam(c.Structure):
    """SgdnnConv2dParam_t: kernel, pad, stride, dilation as pairs of height and width, groups."""

    _fields_ = (("values", c.c_int * 9),)


def test_reorder_conv2d_weight(bm_a: Legacy) -> None:
    weight = rand(3, 40, 2, 2, dtype=F16)
    (out,) = bm_a.call("sgdnnReorderConv2dWeight", weight, 0, Out((3, 4, 2, 32), F16))
    padded = F.pad(weight.reshape(3, 40, 4), (0, 0, 0, 24)).reshape(3, 2, 32, 4)
    assert torch.equal(out, padded.permute(0, 3, 1, 2))


@pytest.mark.parametrize("with_mask", [False, True])
def test_dropout(bm_a: Legacy, with_mask: bool) -> None:
    tensor = torch.rand(4000) + 0.5
    mask = Out((4000,), U8) if with_mask else None
    results = bm_a.call("sgdnnDropout", tensor, c.c_ulonglong(2**40 + 7), 0.25, Out((4000,), F32), mask)
    kept = results[0] != 0
    close(results[0][kept], tensor[kept].double() / 0.75)
    assert 0.7 < kept.double().mean() < 0.8
    if with_mask:
        assert torch.equal(results[1].bool(), kept)


@pytest.mark.parametrize("weight_bits", [4, 8])
@pytest.mark.parametrize("with_zp", [False, True])
@pytest.mark.parametrize("with_bias", [None, False, True])
def test_a16_matmul(sg_b: Legacy, weight_bits: int, with_zp: bool, with_bias: bool | None) -> None:
    left, bias = rand(5, 32, dtype=F16), rand(6, dtype=F16)
    weight = torch.randint(0, 2**weight_bits, (6, 32)).to(U8)
    scale, zp = (torch.rand(6, 4) * 0.1).to(F16), torch.randint(0, 2**weight_bits, (6, 4)).to(U8)
    stored = weight if weight_bits == 8 else weight[:, ::2] | (weight[:, 1::2] << 4)
    values = weight.double() - (zp.double().repeat_interleave(8, 1) if with_zp else 0)
    expected = left.double() @ (values * scale.double().repeat_interleave(8, 1)).T
    tail = (scale, zp if with_zp else None, 8, weight_bits, Out((5, 6), F16))
    if with_bias is None:
        (out,) = sg_b.call("sgdnnA16Matmul", left, stored.contiguous(), *tail)
    else:
        (out,) = sg_b.call("sgdnnA16Linear", left, stored.contiguous(), bias if with_bias else None, *tail)
    close(out, expected + (bias.double() if with_bias else 0), 16)


@pytest.mark.parametrize(
    ("chip", "function", "tensors"),
    [
        ("sg_b", "sgdnnHypot", 3),
        ("bm_a", "sgdnnRMSNorm", 0),
        ("bm_a", "sgdnnAttn", 4),
        ("sg_b", "sgdnnAttn", 4),
    ],
)
def test_what_a_chip_does_not_have_ends_the_process(chip: str, function: str, tensors: int) -> None:
    arguments = "t, None, None, 1, 1e-6, t" if not tensors else ", ".join(["t"] * tensors)
    script = f"import torch; from legacy_library import Legacy; t = torch.ones(2, 3); Legacy({chip!r}).call({function!r}, {arguments})"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode < 0, "the process ended by itself"
    assert "check false failed" in done.stdout or "terminate" in done.stderr
