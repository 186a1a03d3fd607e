"""Softmax, norms and reductions of both chips against torch in float64."""

from __future__ import annotations

import math

import pytest
import torch
from kernel_harness import CODES, CONSTANTS, FLOATS, Kernels, assert_close, samples
from runtimes import BmA, Chip, Failed, SgB

pytestmark = pytest.mark.native

AXES = [((7, 33), 1), ((5, 6, 7), 1), ((9, 4), 0), ((3, 70000), 1), ((1, 5, 1), 1)]


@pytest.fixture
def kernels(chip: Chip) -> Kernels:
    return Kernels(chip)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "axis"), AXES)
def test_softmax(kernels: Kernels, shape: tuple[int, ...], axis: int, dtype: torch.dtype) -> None:
    x = samples(*shape, dtype=dtype, low=-9, high=9)
    actual = kernels.elementwise("softmax", "softmax", {"input": x}, axis=axis)
    expected = torch.softmax(x.double(), axis)
    assert_close(actual, expected, kernels.name, steps=64 + math.sqrt(shape[axis]), scale=0)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("shape", "axis"), AXES[:3])
def test_softmax_backward(kernels: Kernels, shape: tuple[int, ...], axis: int, dtype: torch.dtype) -> None:
    y = torch.softmax(samples(*shape), axis).to(dtype)
    grad = samples(*shape, dtype=dtype, seed=1)
    result = kernels.room(y.numel(), dtype)
    kernels.run(
        "softmax_backward",
        "softmax_backward",
        output_global_addr=kernels.put(y),
        grad_output_global_addr=kernels.put(grad),
        grad_input_global_addr=result,
        shape=list(shape),
        dim=len(shape),
        axis=axis,
        dtype=CODES[dtype],
    )
    y, grad = y.double(), grad.double()
    expected = y * (grad - (grad * y).sum(axis, keepdim=True))
    assert_close(kernels.get(result, shape, dtype), expected, kernels.name)


def test_axis_outside_the_shape(kernels: Kernels) -> None:
    with pytest.raises(Failed, match=r"softmax.*axis.*is 2"):
        kernels.elementwise("softmax", "softmax", {"input": samples(2, 2)}, axis=2)


# --- norms


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("optional", [False, True])
def test_layernorm(kernels: Kernels, optional: bool, dtype: torch.dtype) -> None:
    x = samples(11, 5, 8, dtype=dtype)
    weight, bias = samples(5, 8, dtype=dtype, seed=1), samples(5, 8, dtype=dtype, seed=2)
    mean, rstd = kernels.room(11, dtype), kernels.room(11, dtype)
    present = {"weight": kernels.put(weight), "bias": kernels.put(bias), "mean": mean, "rstd": rstd}
    addresses = {f"{name}_global_addr": address if optional else 0 for name, address in present.items()}
    actual = kernels.elementwise("layernorm", "layernorm", {"input": x}, axis=1, eps=1e-5, **addresses)
    affine = [weight.double(), bias.double()] if optional else [None, None]
    expected = torch.nn.functional.layer_norm(x.double(), (5, 8), *affine, 1e-5)
    assert_close(actual, expected, kernels.name, scale=4)
    if optional:
        flat = x.double().flatten(1)
        assert_close(kernels.get(mean, (11,), dtype), flat.mean(1), kernels.name)
        assert_close(kernels.get(rstd, (11,), dtype), (flat.var(1, unbiased=False) + 1e-5).rsqrt(), kernels.name)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("optional", [False, True])
def test_layernorm_backward(kernels: Kernels, optional: bool, dtype: torch.dtype) -> None:
    x, grad = samples(20, 9, dtype=dtype), samples(20, 9, dtype=dtype, seed=1)
    weight = samples(9, dtype=dtype, seed=2)
    mean = x.double().mean(1).to(dtype)
    rstd = (x.double().var(1, unbiased=False) + 1e-5).rsqrt().to(dtype)
    results = {name: kernels.room(size, dtype) for name, size in (("input", 180), ("weight", 9), ("bias", 9))}
    kernels.run(
        "layernorm_backward",
        "layernorm_backward",
        grad_output_global_addr=kernels.put(grad),
        input_global_addr=kernels.put(x),
        weight_global_addr=kernels.put(weight) if optional else 0,
        mean_global_addr=kernels.put(mean),
        rstd_global_addr=kernels.put(rstd),
        grad_input_global_addr=results["input"],
        grad_weight_global_addr=results["weight"] if optional else 0,
        grad_bias_global_addr=results["bias"] if optional else 0,
        shape=[20, 9],
        dim=2,
        axis=1,
        dtype=CODES[dtype],
    )
    # With the statistics as they were rounded.
    scale = rstd.double()[:, None]
    normal = (x.double() - mean.double()[:, None]) * scale
    inner = grad.double() * (weight.double() if optional else 1)
    expected = scale * (inner - inner.mean(1, keepdim=True) - normal * (inner * normal).mean(1, keepdim=True))
    assert_close(kernels.get(results["input"], (20, 9), dtype), expected, kernels.name, scale=8)
    if optional:
        weights = (grad.double() * normal).sum(0)
        assert_close(kernels.get(results["weight"], (9,), dtype), weights, kernels.name, scale=20)
        assert_close(kernels.get(results["bias"], (9,), dtype), grad.double().sum(0), kernels.name, scale=20)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("optional", [False, True])
def test_rmsnorm(sg_b: SgB, optional: bool, dtype: torch.dtype) -> None:
    k = Kernels(sg_b)
    x, weight, bias = samples(10, 64, dtype=dtype), samples(64, dtype=dtype, seed=1), samples(64, dtype=dtype, seed=2)
    addresses = {
        "weight_global_addr": k.put(weight) if optional else 0,
        "bias_global_addr": k.put(bias) if optional else 0,
    }
    actual = k.elementwise("rmsnorm", "rmsnorm_multi_core", {"input": x}, axis=1, eps=1e-6, **addresses)
    expected = torch.nn.functional.rms_norm(x.double(), (64,), eps=1e-6)
    if optional:
        expected = expected * weight.double() + bias.double()
    assert_close(actual, expected, "sg_b", scale=3)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(1,), (3, 4), (7, 1001)])
def test_norm2(kernels: Kernels, shape: tuple[int, ...], dtype: torch.dtype) -> None:
    x = samples(*shape, dtype=dtype)
    fields: dict[str, int] = {}
    if kernels.name == "sg_b":
        fields["buffer_global_addr"] = kernels.room(8)
    struct = "norm2" if kernels.name == "bm_a" else "norm2_multi_core"
    output = kernels.room(1, dtype)
    kernels.run(
        "norm2",
        struct,
        input_global_addr=kernels.put(x),
        output_global_addr=output,
        shape=list(shape),
        dim=len(shape),
        dtype=CODES[dtype],
        **fields,
    )
    assert_close(kernels.get(output, (), dtype), x.double().norm(), kernels.name)


# --- reductions


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("mode", ["REDUCE_MEAN", "REDUCE_SUM"])
@pytest.mark.parametrize(("start", "end"), [(0, 1), (1, 2), (1, 3), (0, 3), (2, 3), (1, 1)])
def test_reduce(kernels: Kernels, start: int, end: int, mode: str, dtype: torch.dtype) -> None:
    x = samples(5, 40, 30, dtype=dtype)
    kept = [*x.shape[:start], *x.shape[end:]]
    output = kernels.room(math.prod(kept), dtype)
    kernels.run(
        "reduce",
        "reduce",
        input_global_addr=kernels.put(x),
        output_global_addr=output,
        shape=list(x.shape),
        dim=3,
        start_dim=start,
        end_dim=end,
        mode=CONSTANTS[mode],
        dtype=CODES[dtype],
    )
    axes = tuple(range(start, end))
    expected = x.double().sum(axes) if axes else x.double()
    size = math.prod(x.shape[start:end])
    if mode == "REDUCE_MEAN":
        expected = expected / size
    assert_close(kernels.get(output, kept, dtype), expected, kernels.name, scale=math.sqrt(size))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_reduce_prod(kernels: Kernels, axis: int, dtype: torch.dtype) -> None:
    x = samples(4, 3, 5, dtype=dtype, low=0.5, high=1.5)
    kept = [size for i, size in enumerate(x.shape) if i != axis]
    output = kernels.room(math.prod(kept), dtype)
    kernels.run(
        "reduce_prod",
        "reduce_prod",
        symbol="tpu_kernel_api_reduce_prod",
        cores=1,
        input_global_addr=kernels.put(x),
        buffer_global_addr=kernels.room(x.numel(), dtype),
        output_global_addr=output,
        shape=list(x.shape),
        dim=3,
        axis=axis,
        dtype=CODES[dtype],
    )
    assert_close(kernels.get(output, kept, dtype), x.double().prod(axis), kernels.name)


def arg(
    k: Kernels, x: torch.Tensor, axis: int, mode: str, *, values: bool = True
) -> tuple[torch.Tensor, torch.Tensor | None]:
    kept = [size for i, size in enumerate(x.shape) if i != axis]
    count = math.prod(kept)
    out, indices = k.room(count, x.dtype) if values else 0, k.room(count, torch.int32)
    symbol = "tpu_kernel_api_arg" if k.name == "bm_a" else "tpu_kernel_api_arg_muti_core"
    k.run(
        "arg",
        "reduce_arg",
        symbol=symbol,
        cores=1,
        input_global_addr=k.put(x),
        values_global_addr=out,
        indices_global_addr=indices,
        buffer_global_addr=k.room(count, torch.int32),
        shape=list(x.shape),
        dim=x.dim(),
        axis=axis,
        mode=CONSTANTS[mode],
        dtype=CODES[x.dtype],
    )
    return k.get(indices, kept, torch.int32), k.get(out, kept, x.dtype) if values else None


@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32])
@pytest.mark.parametrize("mode", ["ARG_ARGMAX", "ARG_ARGMIN", "ARG_MAX", "ARG_MIN"])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_arg(kernels: Kernels, axis: int, mode: str, dtype: torch.dtype) -> None:
    x = samples(4, 1500, 3, low=-90, high=90).to(dtype)
    indices, values = arg(kernels, x, axis, mode)
    largest = mode in ("ARG_ARGMAX", "ARG_MAX")
    extremum = x.max(axis).values if largest else x.min(axis).values
    assert values is not None
    assert torch.equal(values, extremum)
    first = (x == extremum.unsqueeze(axis)).int().argmax(axis)
    assert torch.equal(indices.long(), first)


def test_arg_finds_the_first_nan(kernels: Kernels) -> None:
    x = torch.tensor([[1.0, math.nan, 3.0, math.nan]])
    for mode in ("ARG_ARGMAX", "ARG_ARGMIN"):
        indices, _ = arg(kernels, x, 1, mode, values=False)
        assert indices.tolist() == [1]


# --- gradient scaling


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("bad", [None, math.inf, math.nan])
def test_inf_check_and_unscale(kernels: Kernels, bad: float | None, dtype: torch.dtype) -> None:
    x = samples(3001, dtype=dtype)
    if bad is not None:
        x[2999] = bad
    address, found = kernels.put(x), kernels.put(torch.zeros(1))
    fields: dict[str, int] = {}
    if kernels.name == "sg_b":
        fields["found_inf_buffer_global_addr"] = kernels.room(512, torch.uint8)
    kernels.run(
        "inf_check_and_unscale",
        "inf_check_unscale" if kernels.name == "bm_a" else "inf_check_unscale_multi_core",
        input_global_addr=address,
        found_inf_global_addr=found,
        shape=[3001],
        dim=1,
        inv_scale=0.125,
        idtype=CODES[dtype],
        found_inf_dtype=5,
        **fields,
    )
    assert kernels.get(found, (1,), torch.float32).item() == (0 if bad is None else 1)
    kept = x.isfinite()
    assert_close(kernels.get(address, (3001,), dtype)[kept], x.double()[kept] * 0.125, kernels.name)


def test_bm_a_reduces_no_fp8(bm_a: BmA) -> None:
    with pytest.raises(Failed, match=r"softmax.*f8e5m2.*bm_a"):
        Kernels(bm_a).elementwise("softmax", "softmax", {"input": samples(2, 2).to(torch.float8_e5m2)}, axis=1)
